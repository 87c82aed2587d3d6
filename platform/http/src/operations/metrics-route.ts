import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Metrics } from '@dayline/runtime/metrics/metrics';
import express, { type Router } from 'express';

/** Headers added by reverse proxies and CDNs: the connection is local, the caller isn't. */
const proxyHeader =
  /^(?:forwarded|via|client-ip|front-end-https|true-client-|proxy-|wl-proxy-|cdn-|cf-|fastly-|akamai-|ali-cdn-|incap-|fly-|do-connecting-|x-(?:forwarded|real-ip|client|cluster|original|remote|rewrite|host|scheme|https|proxy|coming-from|envoy|traefik|haproxy|varnish|amz|azure|arr-|appengine|cloud|google|akamai|sucuri|vercel|nf-))/;
const loopback = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** `/metrics` in text format, for local requests and requests with the token; otherwise 403. */
export function metricsRoute(metrics: Pick<Metrics, 'text' | 'contentType'>, token: string | null): Router {
  const router = express.Router();
  router.get('/metrics', async (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (!isOperators(request, token)) {
      response.status(403).type('text/plain').send('Metrics are for this machine, or for METRICS_TOKEN as a bearer.\n');
      return;
    }
    const text = await metrics.text();
    response.setHeader('Content-Type', metrics.contentType);
    response.end(text);
  });
  return router;
}

/** Whether an operator's tool is calling: from this machine, or with the token. */
export const isOperators = (request: IncomingMessage, token: string | null): boolean =>
  isLocal(request) || hasToken(request, token);

/** From this machine, and not through a proxy on it. */
export const isLocal = ({ socket, headers }: IncomingMessage): boolean =>
  loopback.test(socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => proxyHeader.test(name));

/** Compares hashes, so that timing reveals neither content nor length. */
function hasToken({ headers }: IncomingMessage, token: string | null): boolean {
  const bearerToken = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== null && bearerToken !== undefined && timingSafeEqual(hashOf(bearerToken), hashOf(token));
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
