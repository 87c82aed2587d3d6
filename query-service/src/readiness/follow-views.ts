import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import { type Cursor, type Follower, follow, followable, type StoredLog } from '@dayline/event-log/follower';
import { EventLogSetBack } from '@dayline/event-log/port';
import { recentTraces } from '@dayline/event-log/recent-traces';
import type { ProjectionStore } from '@dayline/view-store/port';

export interface FollowedViews {
  /** The same store; its `onCommit` is called soon after each commit of any process. */
  readonly store: ProjectionStore;
  /** The traceparent of a recent event, by its position. */
  traceOf(position: Position): string | undefined;
  status: Follower['status'];
  stop(): Promise<void>;
}

/**
 * Interval between reads of the checkpoint while an event is not yet in the views, in ms: doubles from first to
 * longest.
 */
const look = { first: 4, longest: 60 } as const;
/** Interval between reads of the checkpoint without any event, in ms: finds views that were swapped or rebuilt. */
const lookEvery = 1_000;

/**
 * Detects the commits of a projector in another process: the log says that events are coming, the checkpoint says when
 * the views have them. No bus between the processes is needed.
 */
export function followViews(store: ProjectionStore, log: StoredLog, onFault: (error: unknown) => void): FollowedViews {
  const listeners = new Set<(position: Position) => void>();
  const traces = recentTraces();
  const ending = new AbortController();
  const { signal } = ending;
  let lastNotified: Position | null = null;
  let wanted: Position = '';
  let looking: Promise<void> | null = null;

  const notify = (position: Position): void => {
    if (position === lastNotified) return;
    lastNotified = position;
    for (const listener of [...listeners]) listener(position);
  };
  const rest = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal, ref: false }).catch(() => {
      // Aborted while waiting: the loops check the signal.
    });

  async function lookUntilReached(): Promise<void> {
    for (let wait: number = look.first; !signal.aborted; wait = Math.min(wait * 2, look.longest)) {
      const position = (await store.checkpoint())?.position ?? null;
      if (position !== null && position !== lastNotified) {
        wait = look.first;
        notify(position);
      }
      if ((position ?? '') >= wanted) return;
      await rest(wait);
    }
  }
  function lookNow(): void {
    looking ??= lookUntilReached()
      .catch(onFault)
      .finally(() => {
        looking = null;
      });
  }

  let cursor: Cursor | null = null;
  const follower = follow({
    name: 'view-commits',
    log: followable(log),
    // In memory alone: it begins at the log's end.
    cursors: {
      read: async () => (cursor ??= { position: await log.head() }),
      async advance(_name, _from, to) {
        cursor = to;
        return true;
      },
    },
    async handle(events) {
      for (const { position, metadata } of events) traces.note(position, metadata.traceparent);
      wanted = events.at(-1)?.position ?? wanted;
      lookNow();
    },
    onTrouble(error) {
      // The views will be of another log, up to its present head.
      if (error instanceof EventLogSetBack) [cursor, wanted, lastNotified] = [null, '', null];
      else if (error !== null) onFault(error);
    },
  });

  const stopListening = store.onCommit(notify);
  const timer = setInterval(lookNow, lookEvery).unref();
  return {
    store: {
      ...store,
      onCommit(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    traceOf: traces.of,
    status: () => follower.status(),
    async stop() {
      ending.abort();
      clearInterval(timer);
      stopListening();
      await Promise.all([follower.stop(), looking]);
    },
  };
}
