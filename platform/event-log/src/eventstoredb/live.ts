import type { Position } from '@dayline/contracts/ids';
import type { FollowOptions, StoredEvent } from '../port.ts';
import type { Subscribe } from './subscription.ts';

export const pageSize = 500;
/** A follower this far behind its subscription reads pages instead: the server drops slow subscribers. */
const maxWaiting = 2 * pageSize;

type End = { readonly why: 'lags' } | { readonly why: 'dropped'; readonly error: unknown };

/** One subscription and the events it has delivered. */
export class Live {
  #waiting: StoredEvent[] = [];
  #end: End | null = null;
  #passed: Position | null = null;
  #last: Position;
  readonly #wake: () => void;
  readonly #subscription: { stop(): void };

  constructor(after: Position, types: FollowOptions['types'], subscribe: Subscribe, wake: () => void) {
    this.#last = after;
    this.#wake = wake;
    this.#subscription = subscribe(after, {
      types,
      deliver: (event) => this.#deliver(event),
      passed: (position) => {
        this.#passed = position;
        wake();
      },
      dropped: (error) => this.#finish({ why: 'dropped', error }),
    });
  }

  #deliver(event: StoredEvent): void {
    // Skips repeated events, which would be folded twice.
    if (this.#end || event.position <= this.#last) return;
    this.#last = event.position;
    this.#waiting.push(event);
    if (this.#waiting.length >= maxWaiting) this.#finish({ why: 'lags' });
    this.#wake();
  }

  #finish(end: End): void {
    this.#end ??= end;
    this.#wake();
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Why it ended; null while it is live. */
  get end(): End | null {
    return this.#end;
  }

  /** The position up to which all was delivered, if it was reported since the last call. */
  takeSkipped(): Position | null {
    const position = this.#passed;
    this.#passed = null;
    return position;
  }

  takePage(): StoredEvent[] {
    const page = this.#waiting.slice(0, pageSize);
    this.#waiting = this.#waiting.slice(pageSize);
    return page;
  }

  stop(): void {
    this.#subscription.stop();
  }
}
