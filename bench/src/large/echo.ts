import { type EndpointName, endpoints } from '@dayline/contracts/endpoints/table';
import { readJson } from '@dayline/platform/http/body';
import type { Express, Request, Response } from 'express';
import { answer } from '../server/yardsticks.ts';

export const echoPaths = {
  /** Keeps an answer of the product for a case; the echo gives it back from then on. */
  keep: '/bench/keep',
  echo: '/bench/echo',
  standing: '/bench/standing',
} as const;

/** The server's memory in bytes, and what its process has worked so far in ms of a core. */
export interface Standing {
  readonly rss: number;
  readonly workMs: number;
}

/** Where the echo of a call's case is. */
export const echoOf = (call: string, place: number): string => `${echoPaths.echo}/${call}/${place}`;

/**
 * The limit of a list: an endpoint of the same server that reads the same request, checks it by the same schema and
 * answers the very page that the product answered, written anew each time. No session, no store, no check of the answer.
 */
export function mountEcho(app: Express): void {
  const kept = new Map<string, object>();
  const nameOf = (request: Request): string => `${request.params['call']}/${request.params['place']}`;
  app.post(`${echoPaths.keep}/:call/:place`, async (request: Request, response: Response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    // The border: the load sends back what the product answered, which is JSON of an object or a list.
    kept.set(nameOf(request), JSON.parse(Buffer.concat(chunks).toString('utf8')) as object);
    answer(response, 200, { success: true });
  });
  app.post(`${echoPaths.echo}/:call/:place`, async (request: Request, response: Response) => {
    const read = await readJson(request);
    // The border: the load names calls of the table only.
    const schema = endpoints[request.params['call'] as EndpointName].request;
    const parsed = read !== 'gone' && 'body' in read ? schema.safeParse(read.body) : null;
    const body = kept.get(nameOf(request));
    if (!parsed?.success || !body) return answer(response, 400, { success: false });
    answer(response, 200, body);
  });
  app.get(echoPaths.standing, (_request: Request, response: Response) => {
    const { user, system } = process.cpuUsage();
    answer(response, 200, { rss: process.memoryUsage.rss(), workMs: (user + system) / 1_000 } satisfies Standing);
  });
}
