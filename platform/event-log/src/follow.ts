import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import { EventLogSetBack, type EventRef, type FollowItem, type FollowOptions, type StoredEvent } from './port.ts';

/** Wakes followers when there may be more to read. Spurious calls are harmless. */
export class Wakeups {
  readonly #listeners = new Set<() => void>();

  get count(): number {
    return this.#listeners.size;
  }

  wake(): void {
    for (const listener of this.#listeners) listener();
  }

  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The next events after a position. */
export interface Page {
  readonly events: readonly StoredEvent[];
  /** The last event passed, of whatever type; null only at the end of the log. */
  readonly last: EventRef | null;
}

export interface FollowSource extends FollowOptions {
  readonly readPage: (after: Position, pageSize: number, types?: readonly string[]) => Page;
  /** Calls the listener after each append; returns an unsubscribe function. */
  readonly onAppend: (listener: () => void) => () => void;
  readonly signal: AbortSignal;
  /** How often the log was replaced; absent if that can't happen. */
  readonly setBacks?: () => number;
  readonly holds?: (ref: EventRef) => boolean;
  readonly head?: () => Position;
}

const pageSize = 1_000;

/**
 * Follows a log whose positions have no gaps, page by page at the consumer's pace. At the end it reports `caughtUp`
 * once and sleeps until the next append.
 * @throws EventLogSetBack if the log was replaced
 */
export async function* followPages(after: Position, source: FollowSource): AsyncGenerator<FollowItem, void, undefined> {
  const { signal, types } = source;
  let hasMore = true;
  let wakeUp: () => void = () => {};
  const wake = () => {
    hasMore = true;
    wakeUp();
  };
  const stop = source.onAppend(wake);
  signal.addEventListener('abort', wake);
  try {
    let position = after;
    let lastEvent = source.known;
    // With a known event, the first page is checked too.
    let setBacks = lastEvent ? -1 : source.setBacks?.();
    let isReported = false;
    while (!signal.aborted) {
      // Cleared before reading, so that a concurrent append is not missed.
      hasMore = false;
      const now = source.setBacks?.();
      if (now !== setBacks) {
        setBacks = now;
        const isSame = lastEvent ? source.holds?.(lastEvent) : (source.head?.() ?? position) >= position;
        if (isSame === false) throw new EventLogSetBack(position);
      }
      const { events, last } = source.readPage(position, pageSize, types);
      if (last) {
        position = last.position;
        lastEvent = last;
        isReported = false;
        hasMore = true;
        yield types ? { kind: 'events', events, last } : { kind: 'events', events };
        // Yields, so that reading a long log doesn't starve the thread's timers and sockets.
        if (types || events.length === pageSize) await nextTurn();
      } else if ((source.head?.() ?? position) < position) {
        throw new EventLogSetBack(position);
      } else if (!isReported) {
        isReported = true;
        yield { kind: 'caughtUp', position };
      } else if (!hasMore) {
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', wake);
    stop();
  }
}
