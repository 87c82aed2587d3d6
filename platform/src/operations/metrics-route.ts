import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import express, { type Router } from 'express';
import type { Metrics } from '../metrics/metrics.ts';

/** Headers that a reverse proxy adds: its connection comes from this machine, its caller doesn't. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];
const loopback = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** `/metrics` in the text format: for this machine itself, and for whoever brings the token; 403 else. */
export function metricsRoute(metrics: Pick<Metrics, 'text' | 'contentType'>, token: string | null): Router {
  const router = express.Router();
  router.get('/metrics', async (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (!isFromHere(request) && !hasToken(request, token)) {
      response.status(403).type('text/plain').send('Metrics are for this machine, or for METRICS_TOKEN as a bearer.\n');
      return;
    }
    const text = await metrics.text();
    response.setHeader('Content-Type', metrics.contentType);
    response.end(text);
  });
  return router;
}

const isFromHere = ({ socket, headers }: IncomingMessage): boolean =>
  loopback.test(socket.remoteAddress ?? '') && proxyHeaders.every((name) => headers[name] === undefined);

/** Compared as hashes, so that neither the time nor the length tells anything. */
function hasToken({ headers }: IncomingMessage, token: string | null): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== null && given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
