import type { ViewStore } from '@dayline/platform/view-store/port';
import type { Projection } from '../projections/projection.ts';
import { backOff } from './back-off.ts';
import { type EventFeed, followOnce } from './run.ts';
import { openingStatus, type ProjectorStatus } from './status.ts';

/** Following that lasted so long (ms) went well, also where nothing was appended. */
const goodRunMs = 10_000;

export interface ProjectorParts {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly views: ViewStore;
  /** Called at each change, in the order of the changes. */
  readonly onStatus?: (status: ProjectorStatus) => void;
}

export interface Projector {
  status(): ProjectorStatus;
  /** Resolves after the batch in hand is written and the store is closed. The feed stays its owner's. */
  stop(): Promise<void>;
}

/**
 * Keeps a projection's views at the log's end, in the calling thread, and goes on in another generation of them after a
 * swap. A log that fails or ends, or a failing store, is tried again for ever, with growing waits and jitter; an event
 * that this build doesn't know stops the projection, and its status says so.
 */
export async function startProjector({ projection, feed, views, onStatus }: ProjectorParts): Promise<Projector> {
  const store = await views.open(projection, 'write');
  const ending = new AbortController();
  const { signal } = ending;
  let status = openingStatus(projection, feed.start);
  const report = (change: Partial<ProjectorStatus>) => {
    status = { ...status, ...change };
    onStatus?.(status);
  };

  async function keep(): Promise<void> {
    const waits = backOff(signal);
    const hasGoneWell = (change: Partial<ProjectorStatus>) => {
      if (change.trouble === null && change.checkpoint !== undefined) waits.reset();
      report(change);
    };
    while (!signal.aborted) {
      const began = performance.now();
      try {
        const run = await followOnce({ projection, feed, store, signal, report: hasGoneWell });
        if (run.end === 'stopped') return report({ stopped: run.reason, caughtUp: false });
        // After a swap the new rows' readers wait.
        if (run.end === 'aborted' || run.end === 'swapped') continue;
        // Overtaken: the other one goes on meanwhile, so that two don't fold the same for ever. Dropped: the log ended
        // what it should never end, and may do so again.
      } catch (error) {
        report({ trouble: messageOf(error), caughtUp: false });
      }
      if (performance.now() - began > goodRunMs) waits.reset();
      await waits.wait();
    }
  }

  const kept = keep();
  return {
    status: () => status,
    async stop() {
      ending.abort();
      await kept;
      await store.close();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
