import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/platform/event-log/port';
import { recentTraces } from '@dayline/platform/operations/recent-traces';
import type { ProjectionStore } from '@dayline/platform/view-store/port';

export interface FollowedViews {
  /** The same store, whose `onCommit` is told soon after each commit of whatever process. */
  readonly store: ProjectionStore;
  /** Whose trace the event at a position belongs to, of those that came lately. */
  traceOf(position: Position): string | undefined;
  stop(): Promise<void>;
}

/** Between two looks at the checkpoint while an event is on its way into the views, in ms: it grows from first to last. */
const look = { first: 4, longest: 60 } as const;
/** Without any event the checkpoint is looked at so often, in ms: views that were swapped or built anew. */
const lookEvery = 1_000;
const followAgainAfter = 250;

/**
 * Notices the commits of a projector that runs elsewhere: the log says that something comes, the checkpoint says when
 * the views have it. No bus between the processes is needed.
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
  let told: Position | null = null;
  let wanted: Position = '';
  let looking: Promise<void> | null = null;

  const tell = (position: Position): void => {
    if (position === told) return;
    told = position;
    for (const listener of [...listeners]) listener(position);
  };
  const rest = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal, ref: false }).catch(() => {
      // Told to stop while waiting: the loops see it.
    });

  async function lookUntilReached(): Promise<void> {
    for (let wait: number = look.first; !signal.aborted; wait = Math.min(wait * 2, look.longest)) {
      const position = (await store.checkpoint())?.position ?? null;
      if (position !== null && position !== told) {
        wait = look.first;
        tell(position);
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
        onFault(error);
      }
      await rest(followAgainAfter * (0.5 + Math.random()));
    }
  }

  const stopListening = store.onCommit(tell);
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
