import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { refuse } from '@dayline/contracts/errors';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Logger } from '../logging/logger.ts';
import { answersWith } from './answers.ts';
import type { CallHandler } from './calls.ts';
import { apiDocs } from './docs.ts';
import { type HeaderList, setHeaders } from './security-headers.ts';

export interface AppOptions {
  readonly security: HeaderList;
  readonly logger: Logger;
  /** The services' calls, asked in turn, in front of Express: it gives each request and response another prototype. */
  readonly calls: readonly CallHandler[];
  /** Further routes, such as health and files; the security headers are set when they run. */
  readonly more?: (app: Express) => void;
}

/**
 * The calls, and Express for whatever isn't one of them. An unknown path under /api is 404 in the shape of a failed call.
 */
export function createApp({ security, logger, calls, more }: AppOptions): RequestListener {
  const app = express();
  const answers = answersWith(security);
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((_request, response, next) => {
    setHeaders(response, security);
    next();
  });
  app.use(apiDocs());
  more?.(app);
  app.use((request, response, next) => {
    if (!request.path.startsWith('/api/') && request.path !== '/api') return next();
    clearHeaders(response);
    answers.refusal(response, randomUUID(), refuse('request.not-found'));
  });
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('Not found\n');
  });
  const onFault: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const requestId = randomUUID();
    const status = statusOfHttpError(error);
    clearHeaders(response);
    if (status === null) {
      logger.error({ requestId, err: error }, 'fault');
      answers.refusal(response, requestId, refuse('service.fault'));
      return;
    }
    answers.refusal(response, requestId, refuse(status === 404 ? 'request.not-found' : 'request.malformed'));
  };
  app.use(onFault);
  return calls.reduceRight<RequestListener>(
    (next, call) => (request, response) => call(request, response, () => next(request, response)),
    app,
  );
}

/** An answer's list of headers has the security headers already. */
function clearHeaders(response: express.Response): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
}

/** The framework's own complaints about a request, such as a path that can't be decoded, carry their status. */
function statusOfHttpError(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  return error.status >= 400 && error.status < 500 ? error.status : null;
}
