import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import { type Cursor, followable, type StoredLog } from '@dayline/event-log/followable';
import { type Follower, follow } from '@dayline/event-log/follower';
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

/** Reads the checkpoint until it has reached the wanted position, and reports each move. */
class ViewCommits {
  readonly #store: ProjectionStore;
  readonly #onFault: (error: unknown) => void;
  readonly #ending = new AbortController();
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  #lastNotified: Position | null = null;
  #wanted: Position = '';
  #looking: Promise<void> | null = null;
  readonly listeners = new Set<(position: Position) => void>();

  constructor(store: ProjectionStore, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#onFault = onFault;
    this.#stopListening = store.onCommit((position) => this.#notify(position));
    this.#timer = setInterval(() => this.#look(), lookEvery).unref();
  }

  want(position: Position): void {
    this.#wanted = position;
    this.#look();
  }

  /** The views will belong to another log. */
  begin(): void {
    this.#wanted = '';
    this.#lastNotified = null;
  }

  #look(): void {
    this.#looking ??= this.#lookUntilReached()
      .catch(this.#onFault)
      .finally(() => {
        this.#looking = null;
      });
  }

  async #lookUntilReached(): Promise<void> {
    const { signal } = this.#ending;
    for (let wait: number = look.first; !signal.aborted; wait = Math.min(wait * 2, look.longest)) {
      const position = (await this.#store.checkpoint())?.position ?? null;
      if (position !== null && position !== this.#lastNotified) {
        wait = look.first;
        this.#notify(position);
      }
      if ((position ?? '') >= this.#wanted) return;
      await pause(wait, undefined, { signal, ref: false }).catch(() => {
        // Aborted during the wait: the loop checks the signal.
      });
    }
  }

  #notify(position: Position): void {
    if (position === this.#lastNotified) return;
    this.#lastNotified = position;
    for (const listener of [...this.listeners]) listener(position);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    clearInterval(this.#timer);
    this.#stopListening();
    await this.#looking;
  }
}

/**
 * Detects the commits of a projector in another process: the log announces events, the checkpoint shows when the views
 * have them. No bus between the processes is needed.
 */
export function followViews(store: ProjectionStore, log: StoredLog, onFault: (error: unknown) => void): FollowedViews {
  const commits = new ViewCommits(store, onFault);
  const traces = recentTraces();
  let cursor: Cursor | null = null;
  const follower = follow({
    name: 'view-commits',
    log: followable(log),
    // Only in memory: it starts at the log's end.
    cursors: {
      read: async () => (cursor ??= { position: await log.head() }),
      async advance(_name, _from, to) {
        cursor = to;
        return true;
      },
    },
    async handle(events) {
      for (const { position, metadata } of events) traces.note(position, metadata.traceparent);
      const last = events.at(-1);
      if (last) commits.want(last.position);
    },
    onTrouble(error) {
      if (error === null) return;
      if (!(error instanceof EventLogSetBack)) return onFault(error);
      // Starts at its present head.
      cursor = null;
      commits.begin();
    },
  });
  return {
    store: {
      ...store,
      onCommit(listener) {
        commits.listeners.add(listener);
        return () => commits.listeners.delete(listener);
      },
    },
    traceOf: traces.of,
    status: () => follower.status(),
    async stop() {
      await Promise.all([follower.stop(), commits.stop()]);
    },
  };
}
