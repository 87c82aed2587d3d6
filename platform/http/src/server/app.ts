import { randomUUID } from 'node:crypto';
import { unattendedHeader, uploadHeader } from '@dayline/contracts/endpoints/definition';
import { refuse } from '@dayline/contracts/errors';
import type { Logger } from '@dayline/runtime/logging/logger';
import cors from 'cors';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { apiDocs } from '../api-document/docs.ts';
import { type BodyTime, bodyTime, limitBodyTime } from '../body-time.ts';
import { otherFailed } from '../failures.ts';
import { type HeaderList, setHeaders } from '../security-headers.ts';

export interface AppOptions {
  readonly security: HeaderList;
  readonly logger: Logger;
  /** Routers of the services' calls, tried in order. */
  readonly calls: readonly Router[];
  /** Further routes, such as health and files. */
  readonly more?: (app: Express) => void;
  readonly bodies?: BodyTime;
  /** Origins whose pages may read answers (CORS). */
  readonly allowedOrigins?: readonly string[];
  /** Whether the product is behind TLS, so that the calls' document names the cookies accordingly. */
  readonly cookieSecure?: boolean;
  /** Whether the calls' document and its page are served. */
  readonly documentsCalls?: boolean;
}

/** The calls, their documentation and a process's other routes. Unknown paths under /api fail like calls. */
export function createApp({
  security,
  logger,
  calls,
  more,
  bodies = bodyTime,
  allowedOrigins = [],
  cookieSecure = false,
  documentsCalls = true,
}: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(withHeaders(security), oneHost, conditional, limitBodyTime(bodies, logger));
  if (allowedOrigins.length > 0) app.use('/api', crossOrigin(allowedOrigins));
  for (const router of calls) app.use(router);
  if (documentsCalls) app.use(apiDocs({ cookieSecure }));
  more?.(app);
  app.use('/api', (_request, _response, next) => next(refuse('request.not-found')));
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('Not found\n');
  });
  app.use(otherFailed(logger));
  return app;
}

/** Adds the security headers and a request id, which is also logged. */
const withHeaders =
  (security: HeaderList): RequestHandler =>
  (_request, response, next) => {
    response.locals.requestId = randomUUID();
    setHeaders(response, security);
    response.setHeader('X-Request-Id', response.locals.requestId);
    next();
  };

/** Node's fetch adds `no-cache` to each request with If-None-Match, and Express would never answer it 304. */
const conditional: RequestHandler = ({ headers }, _response, next) => {
  if (headers['if-none-match'] !== undefined) delete headers['cache-control'];
  next();
};

/** CORS for other origins of the same site; the session cookie isn't sent from other sites. */
const crossOrigin = (origins: readonly string[]): RequestHandler =>
  cors({
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Content-Type', 'Idempotency-Key', 'X-Read-After', 'traceparent', uploadHeader, unattendedHeader],
    exposedHeaders: ['X-Request-Id', 'X-Position', 'X-Stale', 'X-Total-Count', 'X-Next-Cursor', 'Retry-After'],
    maxAge: 600,
  });

/** RFC 9112, 3.2: exactly one Host. Of two, Node takes the first, while a proxy may have taken the other. */
const oneHost: RequestHandler = ({ rawHeaders, httpVersion }, response, next) => {
  const hostHeaders = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hostHeaders === 1 || (hostHeaders === 0 && httpVersion === '1.0')) return next();
  response.set('Connection', 'close');
  next(refuse('request.malformed'));
};
