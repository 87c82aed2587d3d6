import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { ProjectionStore, Rebuild, ViewStore } from '@dayline/platform/view-store/port';
import type { Projection } from '../projections/projection.ts';
import { backOff } from './back-off.ts';
import { type Compared, type Comparison, compareRows, settle } from './compare.ts';
import { type EventFeed, followOnce } from './run.ts';

export interface RebuildProgress {
  /** The position that the new rows have reached. */
  readonly position: Position;
  readonly head: Position;
  /** Events folded in a second, so far. */
  readonly rate: number;
  /** Till the head as it was, in s; null while that can't be told. */
  readonly secondsLeft: number | null;
}

export interface RebuildParts {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly views: ViewStore;
  /** Ends it; the serving rows stay as they are. */
  readonly signal: AbortSignal;
  /** Called after each batch of the new rows. */
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Called with what the comparison found, before the swap. */
  readonly onCompared?: (compared: Compared) => void;
}

export interface Rebuilt {
  readonly position: Position | null;
  /** Events that can't be folded by this build either. */
  readonly parkedEvents: number;
}

/** The rebuild can't go on; the serving rows are as they were. Says why. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed';
}

/** Attempts in a row that may fail, each after a longer wait: about two minutes without the log or the store. */
const mostAttempts = 30;
/** How long (ms) a projector that runs elsewhere may take to bring the serving rows to a position. */
const longestWaitMs = 3_000;
const lookEveryMs = 20;

/**
 * Builds a projection's rows anew beside the serving ones, compares both at one position, and swaps when the new ones
 * have reached the old ones' checkpoint. Works beside a running projector, and without one. What the swap leaves behind
 * is brought to the same position, so that a way back loses nothing.
 * @throws RebuildUnderWay, RebuildFailed, or what the log or the store threw last
 */
export async function rebuildViews(parts: RebuildParts): Promise<Rebuilt> {
  const { projection, feed, views, signal, onCompared } = parts;
  const rebuild = await views.rebuild(projection);
  try {
    const { next, standing } = rebuild;
    const progress = progressOf(parts);
    const catchUp = () => foldToEnd({ projection, feed, store: next, signal, onEvents: progress });
    await catchUp();
    await rebuild.index();
    const position = await catchUp();
    if (!standing) onCompared?.({ kind: 'otherShape' });
    else if (position !== null) onCompared?.(await compared({ ...parts, standing, next, catchUp, position }));
    await swapped(rebuild, catchUp);
    const at = (await next.checkpoint())?.position ?? null;
    if (standing) await foldToEnd({ projection, feed, store: standing, signal }).catch(ignoreIfStopped);
    return { position: at, parkedEvents: (await next.parked()).length };
  } finally {
    await rebuild.close();
  }
}

async function swapped(rebuild: Rebuild, catchUp: () => Promise<unknown>): Promise<void> {
  do await catchUp();
  while (!(await rebuild.swap()));
}

/** The old rows can't pass an event: they are left where they are. */
function ignoreIfStopped(error: unknown): void {
  if (!(error instanceof RebuildFailed)) throw error;
}

interface Folding {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly store: ProjectionStore;
  readonly signal: AbortSignal;
  readonly onEvents?: (count: number, position: Position, head: Position) => void;
}

/** Folds up to the log's end, and answers where that was. @throws RebuildFailed, or what failed too often */
async function foldToEnd({ projection, feed, store, signal, onEvents }: Folding): Promise<Position | null> {
  const waits = backOff(signal);
  let failures = 0;
  let head = feed.start;
  for (;;) {
    const ending = new AbortController();
    let isAtEnd = false;
    const counted: EventFeed = {
      ...feed,
      async *follow(after, ended) {
        for await (const item of feed.follow(after, ended)) {
          yield item;
          // Asked for the next one: this one is written.
          const last = item.kind === 'events' ? item.events.at(-1) : undefined;
          if (item.kind === 'events' && last) onEvents?.(item.events.length, last.position, head);
        }
      },
    };
    try {
      const run = await followOnce({
        projection,
        feed: counted,
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
      if (run.end === 'stopped') throw new RebuildFailed(run.reason);
    } catch (error) {
      failures += 1;
      if (failures >= mostAttempts || error instanceof RebuildFailed) throw error;
    }
    if (signal.aborted) throw new RebuildFailed('it was told to stop');
    await waits.wait();
  }
}

/** The rate is of this rebuild as a whole; the time left goes by the positions passed. */
function progressOf({ feed, onProgress }: RebuildParts): NonNullable<Folding['onEvents']> {
  const began = performance.now();
  let events = 0;
  return (count, position, head) => {
    events += count;
    const seconds = Math.max(performance.now() - began, 1) / 1_000;
    const [passed, whole] = [ordinalOf(position) - ordinalOf(feed.start), ordinalOf(head) - ordinalOf(feed.start)];
    const share = whole > 0 ? passed / whole : 1;
    const secondsLeft = share > 0 ? Math.max(0, (seconds / share) * (1 - share)) : null;
    onProgress?.({ position, head, rate: events / seconds, secondsLeft });
  };
}

/** Positions are sortable text; every engine's begins with a count of events or bytes. */
const ordinalOf = (position: Position): number => Number(/^[0-9]+/.exec(position)?.[0] ?? 0);

interface Comparing extends RebuildParts {
  readonly standing: ProjectionStore;
  readonly next: ProjectionStore;
  readonly catchUp: () => Promise<Position | null>;
  readonly position: Position;
}

/**
 * Compares both at the position that the new rows stand at. Rows that the running projector has changed since are
 * looked at again, at a later position.
 */
async function compared({ projection, feed, signal, standing, next, catchUp, position }: Comparing): Promise<Compared> {
  if ((await standing.checkpoint()) === null) return { kind: 'nothing' };
  const reached = (to: Position) => reachedBy({ projection, feed, store: standing, signal }, to);
  try {
    await reached(position);
    const comparison: Comparison = { projection, standing, next, position };
    const found = await compareRows(comparison);
    for (let round = 0; round < 20 && found.movedOn.size > 0; round += 1) {
      const later = await catchUp();
      if (later === null) break;
      await reached(later);
      await settle({ ...comparison, position: later }, found);
    }
    return { kind: 'compared', rows: found.rows, differing: found.differing, movedOn: found.movedOn.size };
  } catch (error) {
    if (error instanceof RebuildFailed && !signal.aborted) return { kind: 'stuck', reason: error.message };
    throw error;
  }
}

/** Waits for the projector that keeps the rows, and folds them itself where none does. */
async function reachedBy(folding: Folding, position: Position): Promise<void> {
  const until = performance.now() + longestWaitMs;
  while (((await folding.store.checkpoint())?.position ?? '') < position) {
    if (performance.now() < until) await pause(lookEveryMs);
    else await foldToEnd(folding);
  }
}
