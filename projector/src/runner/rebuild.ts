import { setTimeout as pause } from 'node:timers/promises';
import { ordinalOf, type Position } from '@dayline/contracts/ids';
import { backOff } from '@dayline/runtime/back-off';
import type { ProjectionStore, Rebuild, ViewStore } from '@dayline/view-store/port';
import type { Projection } from '../projections/projection.ts';
import { type Comparison, type ComparisonOutcome, compareRows, settle } from './compare.ts';
import { type EventFeed, followOnce, refOf } from './run.ts';

export interface RebuildProgress {
  /** Checkpoint of the new rows. */
  readonly position: Position;
  readonly head: Position;
  /** Events folded per second so far. */
  readonly rate: number;
  /** The remaining time until the head at the start, in s; null if unknown. */
  readonly secondsLeft: number | null;
}

export interface RebuildParts {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly views: ViewStore;
  /** Whether to continue the unfinished rows of a killed rebuild of this build; otherwise they are removed. */
  readonly resume?: boolean;
  /** Aborts the rebuild; the serving rows are unchanged. */
  readonly signal: AbortSignal;
  /** Called after each batch. */
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Called with each failure that is retried. */
  readonly onTrouble?: (error: unknown) => void;
  /** Called with the comparison before the swap; not called if the serving rows are of another log. */
  readonly onCompared?: (comparison: ComparisonOutcome) => void;
}

export interface Rebuilt {
  readonly position: Position | null;
  /** Events that this build can't fold either. */
  readonly parkedEvents: number;
}

/** The rebuild failed; the serving rows are unchanged. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed';
}

/** Maximum number of consecutive failures, with growing waits: about two minutes without the log or store. */
const maxAttempts = 30;
/** How long (ms) another process's projector may take to bring the serving rows to a position. */
const maxWaitMs = 3_000;
const lookEveryMs = 20;

/**
 * Rebuilds a projection's rows beside the serving ones, compares both at one position, and swaps when the new rows have
 * reached the old checkpoint. Works with or without a running projector. The old rows are brought to the same position,
 * so that a rollback loses nothing. Serving rows from a log that was since set back are neither compared nor waited
 * for.
 * @throws RebuildUnderWay, RebuildFailed, or the last error of the log or store
 */
export async function rebuildViews(parts: RebuildParts): Promise<Rebuilt> {
  const { projection, feed, views, resume = false, signal, onCompared, onTrouble } = parts;
  const rebuild = await views.rebuild(projection, { resume });
  try {
    const { next } = rebuild;
    const belongToOtherLog = rebuild.old !== null && !(await isOfThisLog(feed, rebuild.old));
    const old = belongToOtherLog ? null : rebuild.old;
    const hasRows = old !== null && (await old.checkpoint()) !== null;
    const progress = progressOf(parts, (await next.checkpoint())?.position ?? feed.start);
    const catchUp = () => foldToEnd({ projection, feed, store: next, signal, onEvents: progress, onTrouble });
    await catchUp();
    await rebuild.index();
    const position = await catchUp();
    if (!rebuild.old) onCompared?.({ kind: 'otherShape' });
    else if (old && position !== null) onCompared?.(await compareViews({ ...parts, old, next, catchUp, position }));
    await swapViews(rebuild, catchUp, belongToOtherLog);
    const at = (await next.checkpoint())?.position ?? null;
    if (hasRows) await foldToEnd({ projection, feed, store: old, signal }).catch(ignoreIfStopped);
    return { position: at, parkedEvents: (await next.parked()).length };
  } finally {
    await rebuild.close();
  }
}

async function swapViews(rebuild: Rebuild, catchUp: () => Promise<unknown>, belongToOtherLog: boolean): Promise<void> {
  do await catchUp();
  while (!(await rebuild.swap({ belongToOtherLog })));
}

export async function isOfThisLog(feed: EventFeed, store: ProjectionStore): Promise<boolean> {
  const checkpoint = await store.checkpoint();
  return checkpoint === null || (await feed.hasEvent(refOf(checkpoint)));
}

/** The old rows can't pass an unknown event; they keep their position. */
function ignoreIfStopped(error: unknown): void {
  if (!(error instanceof RebuildFailed)) throw error;
}

interface Folding {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly store: ProjectionStore;
  readonly signal: AbortSignal;
  readonly onEvents?: (count: number, position: Position, head: Position) => void;
  readonly onTrouble?: RebuildParts['onTrouble'];
}

/** Folds up to the log's end and returns its position. @throws RebuildFailed, or an error that persists */
export async function foldToEnd({
  projection,
  feed,
  store,
  signal,
  onEvents,
  onTrouble,
}: Folding): Promise<Position | null> {
  const waits = backOff(signal);
  let failures = 0;
  let head = feed.start;
  for (;;) {
    const ending = new AbortController();
    let isAtEnd = false;
    const countingFeed: EventFeed = {
      ...feed,
      async *follow(after, endSignal, options) {
        for await (const item of feed.follow(after, endSignal, options)) {
          yield item;
          // The consumer requests the next item once this one is written.
          const last = item.kind === 'events' ? item.events.at(-1) : undefined;
          if (item.kind === 'events' && last) onEvents?.(item.events.length, last.position, head);
        }
      },
    };
    try {
      const run = await followOnce({
        projection,
        feed: countingFeed,
        store,
        signal: AbortSignal.any([signal, ending.signal]),
        report(change) {
          if (change.head !== undefined) head = change.head;
          if (change.checkpoint !== undefined) failures = 0;
          if (change.caughtUp !== true) return;
          isAtEnd = true;
          ending.abort();
        },
      });
      if (isAtEnd) return (await store.checkpoint())?.position ?? null;
      if (run.end === 'setBack') throw new RebuildFailed('the event log was set back meanwhile');
      if (run.end === 'stopped') throw new RebuildFailed(run.reason);
    } catch (error) {
      failures += 1;
      if (failures >= maxAttempts || error instanceof RebuildFailed) throw error;
      onTrouble?.(error);
    }
    if (signal.aborted) throw new RebuildFailed('it was asked to stop');
    await waits.wait();
  }
}

/** The rate is an average over this run; the remaining time is extrapolated from positions. */
function progressOf({ onProgress }: RebuildParts, start: Position): NonNullable<Folding['onEvents']> {
  const began = performance.now();
  let events = 0;
  return (count, position, head) => {
    events += count;
    const seconds = Math.max(performance.now() - began, 1) / 1_000;
    const [passed, whole] = [ordinalOf(position) - ordinalOf(start), ordinalOf(head) - ordinalOf(start)];
    const share = whole > 0 ? passed / whole : 1;
    const secondsLeft = share > 0 ? Math.max(0, (seconds / share) * (1 - share)) : null;
    onProgress?.({ position, head, rate: events / seconds, secondsLeft });
  };
}

interface Comparing extends RebuildParts {
  readonly old: ProjectionStore;
  readonly next: ProjectionStore;
  readonly catchUp: () => Promise<Position | null>;
  readonly position: Position;
}

/**
 * Compares both at the new rows' position. Rows changed since by the running projector are compared again at a later
 * position.
 */
async function compareViews({
  projection,
  feed,
  signal,
  old,
  next,
  catchUp,
  position,
}: Comparing): Promise<ComparisonOutcome> {
  if ((await old.checkpoint()) === null) return { kind: 'nothing' };
  const listRequest = (to: Position) => reachedBy({ projection, feed, store: old, signal }, to);
  try {
    await listRequest(position);
    const comparison: Comparison = { projection, old, next, position };
    const found = await compareRows(comparison);
    for (let round = 0; round < 20 && found.movedOn.size > 0; round += 1) {
      const later = await catchUp();
      if (later === null) break;
      await listRequest(later);
      await settle({ ...comparison, position: later }, found);
    }
    return { kind: 'compared', rows: found.rows, differing: found.differing, movedOn: found.movedOn.size };
  } catch (error) {
    if (error instanceof RebuildFailed && !signal.aborted) return { kind: 'stuck', reason: error.message };
    throw error;
  }
}

/** Waits for the running projector to reach the position; folds the rows here if none does. */
async function reachedBy(folding: Folding, position: Position): Promise<void> {
  const until = performance.now() + maxWaitMs;
  while (((await folding.store.checkpoint())?.position ?? '') < position) {
    if (performance.now() < until) await pause(lookEveryMs);
    else await foldToEnd(folding);
  }
}
