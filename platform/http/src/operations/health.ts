import { statfs } from 'node:fs/promises';
import type { Follower, FollowerStatus } from '@dayline/event-log/follower';
import { type EventLog, SetBackNotAccepted } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import type { ProjectorReading } from '@dayline/runtime/metrics/metrics';
import type { ProductVersion } from '@dayline/runtime/product-version';
import { within } from '@dayline/runtime/within';
import type { PendingErasure } from '@dayline/vault/port';
import express, { type Router } from 'express';
import type { Building } from './building.ts';
import { type ViewLagParts, viewLag } from './view-lag.ts';

export interface RecordState {
  readonly failures: readonly string[];
  readonly troubles: readonly string[];
  /** UTC; null if not yet. */
  readonly logCheckedAt: string | null;
  readonly viewsComparedAt: string | null;
}

export interface HealthParts {
  readonly config: Pick<Config, 'dataDir' | 'minFreeDiskMb' | 'readyLagSeconds'>;
  readonly product: ProductVersion;
  readonly log: Pick<EventLog, 'head' | 'admit'>;
  /** A query to the vault; null if this process needs none. */
  readonly vault: (() => Promise<unknown>) | null;
  /** The event that makes a stream unreadable, if one was found; absent if this process reads none. */
  readonly unreadable?: () => Promise<string | null>;
  /** The views that this process reads or writes; null if none. */
  readonly views: ViewLagParts | null;
  /** The views of `activity`, which the desk's screens don't need; absent if this process doesn't use them. */
  readonly activityViews?: ViewLagParts;
  /** Damage that reads have found, one sentence each. */
  readonly damage: () => Promise<readonly string[]>;
  /** The results of the process's own checks of the log and the views; absent if it makes none. */
  readonly record?: () => RecordState;
  /** Progress of missing views. */
  readonly building?: Building;
  /** Number of waiting emails that have failed; null if this process sends none. */
  readonly lettersInTrouble: (() => Promise<number>) | null;
  /** Unfinished erasures; null if this process finishes none. */
  readonly erasures: { pending(): Promise<readonly PendingErasure[]>; readonly clock: Clock } | null;
  /** The process's followers of the log that write no views. */
  readonly followers: readonly Pick<Follower, 'status'>[];
}

/**
 * `/healthz` reports that the process answers, without checking anything. `/readyz` reports whether it serves properly:
 * log, vault and views answer, the projection runs near the log's end, the disk has space. Otherwise 503: 'building'
 * with the progress if only the views are missing, as after an upgrade, else 'not ready'. Parked events, undeliverable
 * emails, stuck erasures, and followers or secondary views in trouble are 'degraded', with 200. `problems` lists
 * everything.
 */
export function healthRoutes(parts: HealthParts): Router {
  const router = express.Router();
  const activityLag = parts.activityViews && watchActivityLag(parts.activityViews, parts.config.readyLagSeconds);
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const { failures, troubles, ...figures } = await readinessOf(parts, activityLag);
    const unreadyStatus = figures.building && failures.length === 1 ? 'building' : 'not ready';
    response.status(failures.length === 0 ? 200 : 503);
    response.setHeader('Cache-Control', 'no-store');
    const status = troubles.length === 0 ? 'ready' : 'degraded';
    response.json({
      status: failures.length === 0 ? status : unreadyStatus,
      problems: [...failures, ...troubles],
      ...parts.product,
      ...figures,
    });
  });
  return router;
}

const megabyte = 1024 * 1024;
/** An erasure older than this (ms) is stuck; normally one takes a second or two. */
const maxErasure = 60_000;
/** A server that doesn't answer within this time (ms) counts as down. */
const maxAnswer = 2_000;

/**
 * Problems of the secondary views. None while they are first built after the start: their own pages show the progress.
 */
function watchActivityLag(parts: ViewLagParts, readyLagSeconds: number): () => Promise<ActivityLag> {
  const { projection } = parts;
  let hasBeenLevel = false;
  return async () => {
    const own = parts.projector?.status();
    const lag = await inTime(viewLag(parts)).catch(() => null);
    const troubles: string[] = [];
    if (own && own.stopped !== null) troubles.push(`${projection} has stopped: ${own.stopped}`);
    else if (own && own.trouble !== null) troubles.push(`${projection} has trouble: ${own.trouble}`);
    else if (lag === null) troubles.push(`the lag of ${projection} is unknown`);
    const { lagEvents = null, lagSeconds = null, parkedEvents = own?.parkedEvents ?? 0 } = lag ?? {};
    const isBehind = lagSeconds !== null && lagSeconds > readyLagSeconds;
    if (lagSeconds !== null && !isBehind) hasBeenLevel = true;
    if (isBehind && hasBeenLevel) troubles.push(`${projection} is ${lagEvents} events behind`);
    if (parkedEvents > 0) troubles.push(`${projection} has ${parkedEvents} parked events, which could not be folded`);
    return { troubles, lag: { projection, lagEvents, lagSeconds, parkedEvents } };
  };
}

/** Work left undone by a follower that fails or lags is reported only here. */
function troubleOf({ name, trouble, behindSeconds, aside }: FollowerStatus, readyLagSeconds: number): string[] {
  const troubleDetails = aside.map(
    ({ stream, reason }) => `the follower ${name} has set ${stream} aside, and tries again: ${reason}`,
  );
  if (trouble !== null) return [`the follower ${name} gets no further: ${trouble}`, ...troubleDetails];
  const isBehind = behindSeconds > readyLagSeconds;
  return [...(isBehind ? [`the follower ${name} is ${behindSeconds} s behind the log's end`] : []), ...troubleDetails];
}

interface ActivityLag {
  readonly troubles: readonly string[];
  readonly lag: Pick<ProjectorReading, 'projection' | 'parkedEvents'> & {
    readonly lagEvents: number | null;
    readonly lagSeconds: number | null;
  };
}

async function readinessOf(
  {
    config,
    log,
    unreadable,
    vault,
    views,
    building,
    lettersInTrouble,
    erasures,
    followers,
    damage,
    record,
  }: HealthParts,
  readActivityLag: (() => Promise<ActivityLag>) | undefined,
) {
  const setBack = await setBackOf(log);
  // Health must not trigger this read either, since no calls are answered.
  if (setBack !== null) return { failures: [setBack], troubles: [], building: null, head: null };
  const { failures: recordFailures = [], troubles: unlike = [], ...checks } = record?.() ?? {};
  const failures: string[] = [...recordFailures];
  const troubles: string[] = [...unlike];
  const attempt = async <Value>(failure: string, ask: () => Promise<Value>): Promise<Value | null> => {
    try {
      return await inTime(ask());
    } catch {
      failures.push(failure);
      return null;
    }
  };

  // In parallel, so that two unavailable servers cost one time-out.
  const [head, readFailure, checkpoint, built, , letters, pending, disk, activityLag, damages] = await Promise.all([
    attempt('the event log does not answer', () => log.head()),
    unreadable ? attempt('the event log does not answer', unreadable) : null,
    views && attempt('the views do not answer', () => views.store.checkpoint()),
    building ? attempt('whether the views are being built is unknown', building) : null,
    vault && attempt('the vault does not answer', vault),
    lettersInTrouble && attempt('the letters to be mailed are unknown', lettersInTrouble),
    erasures && attempt('the pending erasures are unknown', () => erasures.pending()),
    attempt('the free space of DATA_DIR is unknown', () => statfs(config.dataDir)),
    readActivityLag?.(),
    attempt('the damage that was met is unknown', damage),
  ]);
  failures.push(...(damages ?? []));
  if (readFailure) failures.push(readFailure);
  const isInReach = head !== null && !failures.includes('the views do not answer');
  const lag =
    views !== null && isInReach ? await attempt('the lag of the views is unknown', () => viewLag(views)) : null;
  const own = views?.projector?.status();
  if (own && own.stopped !== null) failures.push(`${own.projection} has stopped: ${own.stopped}`);
  else if (own && own.trouble !== null) failures.push(`${own.projection} has trouble: ${own.trouble}`);
  if (lag?.isOfThisLog === false) {
    failures.push(`the event log was set back: ${lag.projection} belongs to another log until it is rebuilt`);
  }
  // A failing projection doesn't catch up on its own.
  if (built && !(own && own.trouble !== null)) failures.push(buildingText(views?.projection, built));
  else if (lag !== null && lag.lagSeconds > config.readyLagSeconds) {
    const { projection, lagEvents, lagSeconds } = lag;
    failures.push(`${projection} is ${lagEvents} events behind, the oldest ${Math.round(lagSeconds)} s old`);
  }
  const parkedEvents = lag?.parkedEvents ?? own?.parkedEvents ?? 0;
  if (views && parkedEvents > 0) {
    troubles.push(`${views.projection} has ${parkedEvents} parked events, which could not be folded`);
  }

  const statuses = followers.map((follower) => follower.status());
  // While a store is down, only that is reported.
  if (isInReach) {
    troubles.push(...(activityLag?.troubles ?? []));
    troubles.push(...statuses.flatMap((followerStatus) => troubleOf(followerStatus, config.readyLagSeconds)));
  }

  const freeDiskMb = disk && Math.floor((disk.bavail * disk.bsize) / megabyte);
  if (freeDiskMb !== null && freeDiskMb < config.minFreeDiskMb) {
    failures.push(`the disk of DATA_DIR has ${freeDiskMb} MB free, MIN_FREE_DISK_MB is ${config.minFreeDiskMb}`);
  }
  if (letters) troubles.push(`${letters} letters could not be mailed yet`);
  troubles.push(...lateErasures(pending ?? [], erasures?.clock.now() ?? 0));

  const ofViews = views && {
    checkpoint: checkpoint?.position ?? views.log.start,
    caughtUp: head === (checkpoint?.position ?? views.log.start),
    lagEvents: lag?.lagEvents ?? null,
    lagSeconds: lag?.lagSeconds ?? null,
    parkedEvents,
  };
  return {
    failures,
    troubles,
    building: built,
    head,
    ...ofViews,
    ...(activityLag && { activity: activityLag.lag }),
    ...(pending && { pendingErasures: pending.length }),
    followers: statuses,
    ...checks,
    freeDiskMb,
  };
}

function buildingText(
  projection: string | undefined,
  { position, head, secondsLeft }: NonNullable<Awaited<ReturnType<Building>>>,
): string {
  const remainder = secondsLeft === null ? 'the time left is not known yet' : `${Math.ceil(secondsLeft)} s left`;
  return `${projection} is being built: ${position} of ${head}, ${remainder}`;
}

function lateErasures(pending: readonly { readonly since: number }[], now: number): string[] {
  const late = pending.filter(({ since }) => since < now - maxErasure).length;
  return late === 0 ? [] : [`${late} erasures can't be finished: "dayline patient erasures" says what they wait for`];
}

/** The problem of a log that was set back and not accepted; null if there is none or the log doesn't answer. */
async function setBackOf({ admit }: HealthParts['log']): Promise<string | null> {
  if (!admit) return null;
  try {
    await inTime(admit());
    return null;
  } catch (error) {
    return error instanceof SetBackNotAccepted ? error.message : null;
  }
}

/** @throws Error if the answer takes longer than 2 s */
const inTime = <Value>(answer: Promise<Value>): Promise<Value> =>
  within(maxAnswer, answer, () => new Error('no answer in time'));
