import { statfs } from 'node:fs/promises';
import type { Config } from '@dayline/platform/config/config';
import express, { type Router } from 'express';
import { type ProjectorParts, projectorStanding } from './operations/projector-standing.ts';

export interface HealthParts extends ProjectorParts {
  readonly config: Pick<Config, 'dataDir' | 'minFreeDiskMb' | 'readyLagSeconds'>;
  /** How many letters wait to be mailed although they have been tried. */
  readonly lettersInTrouble: () => Promise<number>;
}

/**
 * `/healthz` says that the process answers, and asks nothing. `/readyz` says whether it serves as it should: the log
 * and the views answer, the projection runs and is near the log's end, the disk has room; 503 where that fails.
 * Events that are held back and letters that can't be sent don't stop the desk: it is 'degraded' then, with 200. All is
 * named in `problems`.
 */
export function healthRoutes(parts: HealthParts): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const { failures, troubles, ...standing } = await readinessOf(parts);
    response.status(failures.length === 0 ? 200 : 503);
    response.setHeader('Cache-Control', 'no-store');
    const served = troubles.length === 0 ? 'ready' : 'degraded';
    response.json({
      status: failures.length === 0 ? served : 'not ready',
      problems: [...failures, ...troubles],
      ...standing,
    });
  });
  return router;
}

const megabyte = 1024 * 1024;

async function readinessOf(parts: HealthParts) {
  const { log, store, projector, config, lettersInTrouble } = parts;
  const failures: string[] = [];
  const troubles: string[] = [];
  const attempt = async <Value>(what: string, ask: () => Promise<Value>): Promise<Value | null> => {
    try {
      return await ask();
    } catch {
      failures.push(what);
      return null;
    }
  };

  const head = await attempt('the event log does not answer', () => log.head());
  const checkpoint = await attempt('the views do not answer', () => store.checkpoint());
  const canTellLag = failures.length === 0;
  const { projection, stopped, trouble, parkedEvents } = projector.status();
  if (stopped !== null) failures.push(`${projection} stands still: ${stopped}`);
  else if (trouble !== null) failures.push(`${projection} has trouble: ${trouble}`);

  const lag = canTellLag ? await attempt('the lag of the views is unknown', () => projectorStanding(parts)) : null;
  if (lag && lag.lagSeconds > config.readyLagSeconds) {
    failures.push(`${projection} is ${lag.lagEvents} events behind, the oldest ${Math.round(lag.lagSeconds)} s old`);
  }
  if (parkedEvents > 0) troubles.push(`${projection} holds ${parkedEvents} events back that could not be folded`);

  const disk = await attempt('the free space of DATA_DIR is unknown', () => statfs(config.dataDir));
  const freeDiskMb = disk && Math.floor((disk.bavail * disk.bsize) / megabyte);
  if (freeDiskMb !== null && freeDiskMb < config.minFreeDiskMb) {
    failures.push(`the disk of DATA_DIR has ${freeDiskMb} MB free, MIN_FREE_DISK_MB is ${config.minFreeDiskMb}`);
  }
  const letters = await attempt('the letters to be mailed are unknown', lettersInTrouble);
  if (letters) troubles.push(`${letters} letters could not be mailed yet`);

  return {
    failures,
    troubles,
    head,
    checkpoint: checkpoint?.position ?? log.start,
    caughtUp: head === (checkpoint?.position ?? log.start),
    lagEvents: lag?.lagEvents ?? null,
    lagSeconds: lag?.lagSeconds ?? null,
    parkedEvents,
    freeDiskMb,
  };
}
