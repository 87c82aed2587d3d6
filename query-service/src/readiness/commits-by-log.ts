import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import { type EventLog, EventLogSetBack } from '@dayline/event-log/port';
import { recentTraces } from '@dayline/event-log/recent-traces';
import type { ProjectionStore } from '@dayline/view-store/port';

export interface FollowedViews {
  /** The same store; its `onCommit` is called soon after each commit of any process. */
  readonly store: ProjectionStore;
  /** The traceparent of a recent event, by its position. */
  traceOf(position: Position): string | undefined;
  stop(): Promise<void>;
}

/**
 * Interval between reads of the checkpoint while an event is not yet in the views, in ms: doubles from first to
 * longest.
 */
const look = { first: 4, longest: 60 } as const;
/** Interval between reads of the checkpoint without any event, in ms: finds views that were swapped or rebuilt. */
const lookEvery = 1_000;
const followAgainAfter = 250;

/**
 * Detects the commits of a projector in another process: the log says that events are coming, the checkpoint says when
 * the views have them. No bus between the processes is needed.
 */
export function followViews(
  store: ProjectionStore,
  log: Pick<EventLog, 'follow' | 'head'>,
  onFault: (error: unknown) => void,
): FollowedViews {
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

  async function follow(): Promise<void> {
    let after: Position | null = null;
    while (!signal.aborted) {
      try {
        after ??= await log.head();
        for await (const item of log.follow(after, signal)) {
          if (item.kind !== 'events') continue;
          for (const { position, metadata } of item.events) traces.note(position, metadata.traceparent);
          after = item.events.at(-1)?.position ?? after;
          wanted = after;
          lookNow();
        }
      } catch (error) {
        // After the log was set back, the views are rebuilt up to its present head.
        if (error instanceof EventLogSetBack) [after, wanted, lastNotified] = [null, '', null];
        else onFault(error);
      }
      await rest(followAgainAfter * (0.5 + Math.random()));
    }
  }

  const stopListening = store.onCommit(notify);
  const timer = setInterval(lookNow, lookEvery).unref();
  const followed = follow();
  return {
    store: {
      ...store,
      onCommit(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    traceOf: traces.of,
    async stop() {
      ending.abort();
      clearInterval(timer);
      stopListening();
      await Promise.all([followed, looking]);
    },
  };
}
