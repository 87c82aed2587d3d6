import type { EventLog } from '@dayline/platform/event-log/port';
import type { ProjectionStore } from '@dayline/platform/view-store/port';
import type { Projector } from '@dayline/projector/runner/start';
import express, { type Router } from 'express';

export interface HealthParts {
  readonly log: Pick<EventLog, 'head' | 'start'>;
  readonly store: Pick<ProjectionStore, 'checkpoint'>;
  readonly projector: Pick<Projector, 'status'>;
}

/**
 * `/healthz` says that the process answers. `/readyz` says whether it serves as it should: the log can be read, the
 * projection runs, and how far the views are; 503 where something is wrong, named in `problems`.
 */
export function healthRoutes({ log, store, projector }: HealthParts): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const problems: string[] = [];
    const attempt = async <Value>(what: string, ask: () => Promise<Value>): Promise<Value | null> => {
      try {
        return await ask();
      } catch {
        problems.push(what);
        return null;
      }
    };
    const head = await attempt('the event log does not answer', () => log.head());
    const checkpoint = await attempt('the views do not answer', () => store.checkpoint());
    const { projection, stopped, trouble, parkedEvents } = projector.status();
    if (stopped !== null) problems.push(`${projection} stands still: ${stopped}`);
    else if (trouble !== null) problems.push(`${projection} has trouble: ${trouble}`);
    response.status(problems.length === 0 ? 200 : 503);
    response.setHeader('Cache-Control', 'no-store');
    response.json({
      status: problems.length === 0 ? 'ready' : 'not ready',
      problems,
      head,
      checkpoint: checkpoint?.position ?? log.start,
      caughtUp: head === (checkpoint?.position ?? log.start),
      parkedEvents,
    });
  });
  return router;
}
