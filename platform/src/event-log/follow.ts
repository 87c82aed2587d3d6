import { setImmediate as breath } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { FollowItem, StoredEvent } from './port.ts';

/** Tells followers that there may be more to read. A call too many does no harm. */
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

export interface FollowSource {
  /** Events after a position, none only at the end of the log. */
  readonly readPage: (after: Position, pageSize: number) => readonly StoredEvent[];
  /** Calls the listener after each append; returns the way to stop. */
  readonly onAppend: (listener: () => void) => () => void;
  readonly signal: AbortSignal;
}

const pageSize = 500;

/** Reads page after page, as fast as it is pulled; at the end it says so once and sleeps until the next append. */
export async function* followPages(after: Position, source: FollowSource): AsyncGenerator<FollowItem, void, undefined> {
  const { signal } = source;
  let mayHaveMore = true;
  let stir: () => void = () => {};
  const wake = () => {
    mayHaveMore = true;
    stir();
  };
  const stop = source.onAppend(wake);
  signal.addEventListener('abort', wake);
  try {
    let position = after;
    let saidSo = false;
    while (!signal.aborted) {
      // Cleared before the look, so that an append in between is not slept through.
      mayHaveMore = false;
      const events = source.readPage(position, pageSize);
      const last = events.at(-1);
      if (last) {
        position = last.position;
        saidSo = false;
        mayHaveMore = true;
        yield { kind: 'events', events };
        // A reader of a long log must not starve the timers and sockets of its thread.
        if (events.length === pageSize) await breath();
      } else if (!saidSo) {
        saidSo = true;
        yield { kind: 'caughtUp', position };
      } else if (!mayHaveMore) {
        await new Promise<void>((resolve) => {
          stir = resolve;
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', wake);
    stop();
  }
}
