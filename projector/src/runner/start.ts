import { setTimeout as pause } from 'node:timers/promises';
import { backOff } from '@dayline/runtime/back-off';
import type { ViewStore } from '@dayline/view-store/port';
import type { Projection } from '../projections/projection.ts';
import { RebuildFailed, type RebuildProgress, rebuildViews } from './rebuild.ts';
import { type EventFeed, followOnce } from './run.ts';
import { openingStatus, type ProjectorStatus } from './status.ts';

/** A run of at least this length (ms) counts as a success, even without events. */
const stableRunMs = 10_000;

/** The next run finds a swap that was not announced by then (ms), since it reads the store itself. */
const swapPollMs = 10_000;

export interface ProjectorParts {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly views: ViewStore;
  /** Called at each change, in order. */
  readonly onStatus?: (status: ProjectorStatus) => void;
  /** Called after each batch of views built beside the serving ones. */
  readonly onProgress?: (progress: RebuildProgress) => void;
}

export interface Projector {
  status(): ProjectorStatus;
  /** Resolves once the current batch is written and the store is closed. The caller closes the feed. */
  stop(): Promise<void>;
}

/**
 * Keeps a projection's views at the log's end, in the calling thread, also across swaps. Missing views are built beside
 * the serving generation, query indexes last, so readers see none or all of them; likewise if the log was set back. A
 * failing log or store is retried indefinitely with growing waits and jitter; an event unknown to this build stops the
 * projection and shows in its status.
 */
export async function startProjector({
  projection,
  feed,
  views,
  onStatus,
  onProgress,
}: ProjectorParts): Promise<Projector> {
  const store = await views.open(projection, 'write');
  const ending = new AbortController();
  const { signal } = ending;
  let status = openingStatus(projection, feed.start);
  const report = (change: Partial<ProjectorStatus>) => {
    status = { ...status, ...change };
    onStatus?.(status);
  };

  /** Builds beside the serving rows, which are empty or from a lost log, so that nobody reads a partial state. */
  async function rebuild(): Promise<void> {
    const swap = new AbortController();
    const stopListening = store.onSwap(() => swap.abort());
    try {
      await rebuildViews({
        ...{ projection, feed, views, signal, ...(onProgress && { onProgress }) },
        onTrouble: (error) => report({ trouble: messageOf(error), caughtUp: false }),
      });
      await pause(swapPollMs, undefined, { signal: AbortSignal.any([signal, swap.signal]) }).catch(() => {
        // Swapped, or stopped.
      });
    } finally {
      stopListening();
    }
  }

  /**
   * Builds missing views; returns whether it did. If they can't be built beside the others, they are folded in place.
   */
  async function hasBuiltFirst(): Promise<boolean> {
    if ((await store.checkpoint()) !== null || (await feed.head()) === feed.start) return false;
    try {
      await rebuild();
      return true;
    } catch (error) {
      if (error instanceof RebuildFailed) return false;
      throw error;
    }
  }

  async function keep(): Promise<void> {
    const waits = backOff(signal);
    const hasGoneWell = (change: Partial<ProjectorStatus>) => {
      if (change.trouble === null && change.checkpoint !== undefined) waits.reset();
      report(change);
    };
    while (!signal.aborted) {
      const began = performance.now();
      try {
        if (await hasBuiltFirst()) continue;
        const run = await followOnce({ projection, feed, store, signal, report: hasGoneWell });
        if (run.end === 'setBack') {
          report({ trouble: setBackWords, caughtUp: false });
          await rebuild();
          continue;
        }
        if (run.end === 'stopped') return report({ stopped: run.reason, caughtUp: false });
        // After a swap, readers of the new rows are waiting.
        if (run.end === 'aborted' || run.end === 'swapped') continue;
        // Overtaken: back off, so that two writers don't fold the same events forever. Dropped: the log's iterator
        // ended, which may happen again.
      } catch (error) {
        report({ trouble: messageOf(error), caughtUp: false });
      }
      if (performance.now() - began > stableRunMs) waits.reset();
      await waits.wait();
    }
  }

  const keeping = keep();
  return {
    status: () => status,
    async stop() {
      ending.abort();
      await keeping;
      await store.close();
    },
  };
}

const setBackWords = 'the event log was set back: the views are rebuilt from its present events';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
