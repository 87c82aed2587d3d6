import { statfs } from 'node:fs/promises';
import express, { type Router } from 'express';
import type { Config } from '../config/config.ts';
import type { EventLog } from '../event-log/port.ts';
import { type StandingParts, viewStanding } from './standing.ts';

export interface HealthParts {
  readonly config: Pick<Config, 'dataDir' | 'minFreeDiskMb' | 'readyLagSeconds'>;
  readonly log: Pick<EventLog, 'head'>;
  /** Asks the vault something; null where this process needs none. */
  readonly vault: (() => Promise<unknown>) | null;
  /** The views that this process reads or keeps; null where it does neither. */
  readonly views: StandingParts | null;
  /** How many letters wait to be mailed although they have been tried; null where this process mails none. */
  readonly lettersInTrouble: (() => Promise<number>) | null;
}

/**
 * `/healthz` says that the process answers, and asks nothing. `/readyz` says whether it serves as it should: the log,
 * the vault and the views answer, the projection runs and is near the log's end, the disk has room; 503 where that
 * fails: 'building' where only the views are behind, and have been since the start, else 'not ready'. Events that are
 * held back and letters that can't be sent don't stop the desk: it is 'degraded' then, with 200. All is named in
 * `problems`.
 */
export function healthRoutes(parts: HealthParts): Router {
  const router = express.Router();
  let hasBeenLevel = false;
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const { failures, troubles, isBehind, ...standing } = await readinessOf(parts);
    if (!isBehind) hasBeenLevel = true;
    const unserved = isBehind && !hasBeenLevel && failures.length === 1 ? 'building' : 'not ready';
    response.status(failures.length === 0 ? 200 : 503);
    response.setHeader('Cache-Control', 'no-store');
    const served = troubles.length === 0 ? 'ready' : 'degraded';
    response.json({
      status: failures.length === 0 ? served : unserved,
      problems: [...failures, ...troubles],
      ...standing,
    });
  });
  return router;
}

const megabyte = 1024 * 1024;
/** A server that has not answered for so long (ms) counts as away. */
const longestAnswer = 2_000;

async function readinessOf({ config, log, vault, views, lettersInTrouble }: HealthParts) {
  const failures: string[] = [];
  const troubles: string[] = [];
  const attempt = async <Value>(what: string, ask: () => Promise<Value>): Promise<Value | null> => {
    try {
      return await inTime(ask());
    } catch {
      failures.push(what);
      return null;
    }
  };

  // Beside each other, so that two servers that are away cost one wait.
  const [head, checkpoint, , letters, disk] = await Promise.all([
    attempt('the event log does not answer', () => log.head()),
    views && attempt('the views do not answer', () => views.store.checkpoint()),
    vault && attempt('the vault does not answer', vault),
    lettersInTrouble && attempt('the letters to be mailed are unknown', lettersInTrouble),
    attempt('the free space of DATA_DIR is unknown', () => statfs(config.dataDir)),
  ]);
  const canTellLag = views !== null && head !== null && !failures.includes('the views do not answer');
  const lag = canTellLag ? await attempt('the lag of the views is unknown', () => viewStanding(views)) : null;
  const own = views?.projector?.status();
  if (own && own.stopped !== null) failures.push(`${own.projection} stands still: ${own.stopped}`);
  else if (own && own.trouble !== null) failures.push(`${own.projection} has trouble: ${own.trouble}`);
  const isBehind = lag !== null && lag.lagSeconds > config.readyLagSeconds;
  if (isBehind) {
    const { projection, lagEvents, lagSeconds } = lag;
    failures.push(`${projection} is ${lagEvents} events behind, the oldest ${Math.round(lagSeconds)} s old`);
  }
  const parkedEvents = lag?.parkedEvents ?? own?.parkedEvents ?? 0;
  if (views && parkedEvents > 0) {
    troubles.push(`${views.projection} holds ${parkedEvents} events back that could not be folded`);
  }

  const freeDiskMb = disk && Math.floor((disk.bavail * disk.bsize) / megabyte);
  if (freeDiskMb !== null && freeDiskMb < config.minFreeDiskMb) {
    failures.push(`the disk of DATA_DIR has ${freeDiskMb} MB free, MIN_FREE_DISK_MB is ${config.minFreeDiskMb}`);
  }
  if (letters) troubles.push(`${letters} letters could not be mailed yet`);

  const ofViews = views && {
    checkpoint: checkpoint?.position ?? views.log.start,
    caughtUp: head === (checkpoint?.position ?? views.log.start),
    lagEvents: lag?.lagEvents ?? null,
    lagSeconds: lag?.lagSeconds ?? null,
    parkedEvents,
  };
  return { failures, troubles, isBehind, head, ...ofViews, freeDiskMb };
}

/** @throws Error when the answer takes longer than 2 s */
async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), longestAnswer);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
