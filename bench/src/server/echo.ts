import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import express, { type Express, type Request, type Response } from 'express';

export const echoPaths = {
  /** Stores a response of the product for a case; the echo returns it from then on. */
  keep: '/bench/keep',
  echo: '/bench/echo',
} as const;

/** The path of the echo for a call's case. */
export const echoOf = (call: string, index: number): string => `${echoPaths.echo}/${call}/${index}`;

/**
 * The limit of a list: an Express route that reads the same request, validates it by the same schema and sends the
 * product's own response, serialised each time. No session, no store, no validation of the response.
 */
export function mountEcho(app: Express): void {
  const kept = new Map<string, object>();
  const nameOf = (request: Request): string => `${request.params['call']}/${request.params['index']}`;
  const json = express.json({ limit: '10mb' });
  app.post(`${echoPaths.keep}/:call/:index`, json, (request: Request, response: Response) => {
    kept.set(nameOf(request), request.body);
    response.json({ success: true });
  });
  app.post(`${echoPaths.echo}/:call/:index`, json, (request: Request, response: Response) => {
    // Cast is safe: the load names only calls of the table.
    const schema = endpoints[request.params['call'] as EndpointName].request;
    const parsed = schema.safeParse(request.body);
    const body = kept.get(nameOf(request));
    if (!parsed.success || !body) response.status(400).json({ success: false });
    else response.json(body);
  });
}
