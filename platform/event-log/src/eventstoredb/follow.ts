import { setImmediate as breath } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { Logger } from '@dayline/runtime/logging/logger';
import { EventLogSetBack, type EventPlace, type FollowItem, type StoredEvent } from '../port.ts';
import { failureOf } from './failures.ts';
import { startPosition } from './mapping.ts';
import type { Reach } from './reach.ts';
import type { Reading } from './reading.ts';
import type { Subscribe } from './subscription.ts';

export interface FollowSource {
  readonly reading: Pick<Reading, 'page' | 'holds' | 'last'>;
  readonly reach: Pick<Reach, 'setBacks' | 'settle' | 'saw' | 'answered' | 'failed' | 'gaveUp'>;
  readonly subscribe: Subscribe;
  readonly upcast: (event: StoredEvent) => StoredEvent;
  /** Time limit of one read, ms. */
  readonly limitMs: number;
  /** Waits before a retry; returns early on stop. */
  readonly rest: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly logger?: Pick<Logger, 'info'> | undefined;
}

const pageSize = 500;
/** A follower this far behind its subscription reads pages instead: the server drops slow subscribers. */
const mostWaiting = 2 * pageSize;
const shortestPauseMs = 50;
const longestPauseMs = 5_000;

/** Half to all of a delay that doubles with each drop, so that many followers don't reconnect at once. */
const pauseAfter = (drops: number): number =>
  Math.min(longestPauseMs, shortestPauseMs * 2 ** drops) * (0.5 + Math.random() / 2);

type End = { readonly why: 'lags' } | { readonly why: 'dropped'; readonly error: unknown };

/** One subscription and the events it has delivered. */
class Live {
  #waiting: StoredEvent[] = [];
  #end: End | null = null;
  #last: Position;
  readonly #wake: () => void;
  readonly #subscription: { stop(): void };

  constructor(after: Position, subscribe: Subscribe, wake: () => void) {
    this.#last = after;
    this.#wake = wake;
    this.#subscription = subscribe(
      after,
      (event) => this.#deliver(event),
      (error) => this.#finish({ why: 'dropped', error }),
    );
  }

  #deliver(event: StoredEvent): void {
    // Skips repeated events, which would be folded twice.
    if (this.#end || event.position <= this.#last) return;
    this.#last = event.position;
    this.#waiting.push(event);
    if (this.#waiting.length >= mostWaiting) this.#finish({ why: 'lags' });
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

  takePage(): StoredEvent[] {
    const page = this.#waiting.slice(0, pageSize);
    this.#waiting = this.#waiting.slice(pageSize);
    return page;
  }

  stop(): void {
    this.#subscription.stop();
  }
}

/** Reads pages up to the log's end, then subscribes from there until the subscription ends. */
class Connection {
  readonly #source: FollowSource;
  readonly #setBacks: number;
  #position: Position;
  #last: EventPlace | null;
  #stir = () => {};

  constructor(after: Position, known: EventPlace | undefined, source: FollowSource) {
    this.#source = source;
    this.#setBacks = source.reach.setBacks;
    this.#position = after;
    this.#last = known ?? null;
  }

  readonly wake = (): void => this.#stir();

  get position(): Position {
    return this.#position;
  }

  /**
   * Returns the cause of the drop; null if it was abandoned or lags.
   * @throws EventLogSetBack, or the error of a read
   */
  async *untilDropped(): AsyncGenerator<readonly StoredEvent[], unknown, undefined> {
    const { reading, reach, limitMs, signal, subscribe } = this.#source;
    await this.#refuseAnotherLog();
    for (let isEnd = false; !isEnd && !signal.aborted; ) {
      const events = await reading.page(this.#position, pageSize, limitMs);
      isEnd = events.length < pageSize;
      reach.answered();
      if (events.length > 0) yield this.#delivered(events);
    }
    if (signal.aborted) return null;
    const live = new Live(this.#position, subscribe, this.wake);
    try {
      return yield* this.#untilEnd(live);
    } finally {
      live.stop();
    }
  }

  /** An empty page marks the end of the log. */
  async *#untilEnd(live: Live): AsyncGenerator<readonly StoredEvent[], unknown, undefined> {
    const { signal } = this.#source;
    for (let saidSo = false; !signal.aborted; ) {
      if (!live.isEmpty) {
        // Collects events of the same event-loop turn into one batch.
        await breath();
        saidSo = false;
        yield this.#delivered(live.takePage());
      } else if (live.end) {
        return live.end.why === 'dropped' ? live.end.error : null;
      } else if (!saidSo) {
        saidSo = true;
        yield [];
      } else {
        await new Promise<void>((resolve) => {
          this.#stir = resolve;
        });
      }
    }
    return null;
  }

  #delivered(events: readonly StoredEvent[]): readonly StoredEvent[] {
    const newest = events.at(-1);
    if (!newest) return events;
    const { id, stream, revision, position } = newest;
    this.#position = position;
    this.#last = { id, stream, revision, position };
    this.#source.reach.saw(newest);
    return events;
  }

  /** @throws EventLogSetBack, or the error of the check */
  async #refuseAnotherLog(): Promise<void> {
    const { reading, reach, limitMs } = this.#source;
    const setBacks = await reach.settle(limitMs);
    if (this.#last) {
      if (!(await reading.holds(this.#last, limitMs))) throw new EventLogSetBack(this.#position);
      return;
    }
    const isAtStart = this.#position === startPosition;
    const head = isAtStart ? startPosition : (await reading.last(limitMs))?.position;
    if (head === undefined || head < this.#position || setBacks !== this.#setBacks) {
      throw new EventLogSetBack(this.#position);
    }
  }
}

/**
 * Follows indefinitely, across any number of drops, without losing or repeating events. The server doesn't send "caught
 * up"; the last page implies it.
 * @throws EventLogSetBack when the last event delivered, or `known`, is no longer at its position
 */
export async function* followServer(
  after: Position,
  known: EventPlace | undefined,
  source: FollowSource,
): AsyncGenerator<FollowItem, void, undefined> {
  const { signal } = source;
  const connection = new Connection(after, known, source);
  signal.addEventListener('abort', connection.wake);
  try {
    for (let drops = 0; !signal.aborted; ) {
      const since = performance.now();
      const fault = yield* untilFault(connection, source);
      if (fault === null) continue;
      // A server that delivers a little and drops again is still in trouble, so only a long run resets the count.
      if (performance.now() - since > longestPauseMs) drops = 0;
      await source.rest(pauseAfter(drops));
      drops += 1;
    }
  } finally {
    signal.removeEventListener('abort', connection.wake);
  }
}

/** The cause of the end; null if it was abandoned, or lagged and must be reopened. */
async function* untilFault(
  connection: Connection,
  { reach, signal, upcast, logger }: FollowSource,
): AsyncGenerator<FollowItem, unknown, undefined> {
  const pages = connection.untilDropped();
  try {
    for (;;) {
      let step: IteratorResult<readonly StoredEvent[], unknown>;
      try {
        step = await pages.next();
      } catch (error) {
        if (error instanceof EventLogSetBack) throw error;
        if (failureOf(error) === 'nowhere') throw new EventLogSetBack(connection.position);
        reach.gaveUp(error);
        return error;
      }
      if (signal.aborted) return null;
      if (step.done) {
        if (step.value === null) return null;
        reach.failed();
        logger?.info({ err: step.value }, 'the subscription to the log ended; it is renewed');
        return step.value;
      }
      const events = step.value;
      if (events.length > 0) yield { kind: 'events', events: events.map(upcast) };
      else yield { kind: 'caughtUp', position: connection.position };
    }
  } finally {
    await pages.return(null);
  }
}
