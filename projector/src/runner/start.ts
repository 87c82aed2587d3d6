import { setTimeout as pause } from 'node:timers/promises';
import type { ViewStore } from '@dayline/platform/view-store/port';
import type { Projection } from '../projections/projection.ts';
import { type EventFeed, followOnce } from './run.ts';
import type { ProjectorStatus } from './status.ts';

/** Waiting before another attempt, in ms: it doubles from the first to the longest, with jitter. */
const backOff = { first: 20, longest: 5000 } as const;

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
 * Keeps a projection's views at the log's end, in the calling thread. A failing log or store is tried again for ever;
 * an event that this build doesn't know stops the projection, and its status says so.
 */
export async function startProjector({ projection, feed, views, onStatus }: ProjectorParts): Promise<Projector> {
  const store = await views.open(projection, 'write');
  const ending = new AbortController();
  const { signal } = ending;
  let status: ProjectorStatus = {
    projection: `${projection.name}@${projection.version}`,
    checkpoint: null,
    head: feed.start,
    caughtUp: false,
    parkedEvents: 0,
    parkedStreams: [],
    stopped: null,
    trouble: null,
  };
  const report = (change: Partial<ProjectorStatus>) => {
    status = { ...status, ...change };
    onStatus?.(status);
  };

  async function keep(): Promise<void> {
    let wait: number = backOff.first;
    const waitLonger = async () => {
      await pause(wait * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {
        // Told to stop while waiting: the loop sees it.
      });
      wait = Math.min(wait * 2, backOff.longest);
    };
    const hasGoneWell = (change: Partial<ProjectorStatus>) => {
      if (change.trouble === null) wait = backOff.first;
      report(change);
    };
    while (!signal.aborted) {
      try {
        const run = await followOnce({ projection, feed, store, signal, report: hasGoneWell });
        if (run.end === 'stopped') return report({ stopped: run.reason, caughtUp: false });
        // Overtaken: the other one goes on meanwhile, so that two don't fold the same for ever.
        if (run.end === 'overtaken') await waitLonger();
      } catch (error) {
        report({ trouble: error instanceof Error ? error.message : String(error), caughtUp: false });
        await waitLonger();
      }
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
