import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import { delayAfter } from '@dayline/runtime/back-off';
import type { Logger } from '@dayline/runtime/logging/logger';
import { EventLogSetBack, type EventRef, type FollowItem, type FollowOptions, type StoredEvent } from '../port.ts';
import { failureOf } from './failures.ts';
import { Live, pageSize } from './live.ts';
import { startPosition } from './mapping.ts';
import type { Reading } from './reading.ts';
import type { ServerState } from './server-state.ts';
import type { Subscribe } from './subscription.ts';

export interface FollowSource {
  readonly reading: Pick<Reading, 'page' | 'holds' | 'last'>;
  readonly server: Pick<
    ServerState,
    'setBacks' | 'settle' | 'recordEvent' | 'hears' | 'answered' | 'failed' | 'gaveUp'
  >;
  readonly subscribe: Subscribe;
  readonly upcast: (event: StoredEvent) => StoredEvent;
  /** Time limit of one read, ms. */
  readonly limitMs: number;
  /** A subscription that delivers nothing for this long, ms, may be lost. */
  readonly silentAfterMs: number;
  /** Waits before a retry; returns early on stop. */
  readonly rest: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly logger?: Pick<Logger, 'info'> | undefined;
}

/** Waits after drops in a row, ms. */
const pauses = { firstMs: 50, maxMs: 5_000 } as const;

/** The next events, and the last one passed, which `types` may exclude; null at the end of the log. */
interface Page {
  readonly events: readonly StoredEvent[];
  readonly last: EventRef | null;
}

const atEnd: Page = { events: [], last: null };

/** Reads pages up to the log's end, then subscribes from there until the subscription ends. */
class Connection {
  readonly #source: FollowSource;
  readonly #setBacks: number;
  readonly #types: FollowOptions['types'];
  #position: Position;
  #last: EventRef | null;
  #stir = () => {};

  constructor(after: Position, { known, types }: FollowOptions, source: FollowSource) {
    this.#source = source;
    this.#types = types;
    this.#setBacks = source.server.setBacks;
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
  async *untilDropped(): AsyncGenerator<Page, unknown, undefined> {
    const types = this.#types;
    const { reading, server, limitMs, signal, subscribe } = this.#source;
    await this.#refuseAnotherLog();
    for (let isEnd = false; !isEnd && !signal.aborted; ) {
      const events = await reading.page(this.#position, pageSize, limitMs);
      isEnd = events.length < pageSize;
      server.answered();
      const last = events.at(-1);
      const matching = types ? events.filter(({ type }) => types.includes(type)) : events;
      if (last) yield this.#delivered(matching, last);
    }
    if (signal.aborted) return null;
    const live = new Live(this.#position, types, subscribe, this.wake);
    try {
      return yield* this.#untilEnd(live);
    } finally {
      live.stop();
    }
  }

  async *#untilEnd(live: Live): AsyncGenerator<Page, unknown, undefined> {
    const { signal, silentAfterMs } = this.#source;
    // Reported again after each page, also after one with only other types.
    for (let reportedAt: Position | null = null; !signal.aborted; ) {
      // Read first, so that it can't be later than the events that arrived before it.
      const position = live.isEmpty ? live.takeSkipped() : null;
      if (!live.isEmpty) {
        // Collects events of the same event-loop turn into one batch.
        await nextTurn();
        const events = live.takePage();
        const last = events.at(-1);
        if (!live.end) this.#source.server.hears();
        if (last) yield this.#delivered(events, last);
      } else if (position) {
        yield* this.#passedBy(position);
      } else if (live.end) {
        return live.end.why === 'dropped' ? live.end.error : null;
      } else if (reportedAt !== this.#position) {
        reportedAt = this.#position;
        yield atEnd;
      } else if (!(await this.#stirs(silentAfterMs)) && (yield* this.#isLost(live))) {
        return new Error('The subscription is silent although the log has moved on.');
      }
    }
    return null;
  }

  /** The subscription passed events of other types: finds the last of them. */
  async *#passedBy(position: Position): AsyncGenerator<Page, void, undefined> {
    const last = await this.#source.reading.last(this.#source.limitMs, position);
    if (last && last.position > this.#position) yield this.#delivered([], last);
  }

  /**
   * Whether the subscription is lost: a server or proxy may lose it without an end or an error. The log then holds
   * events that it doesn't deliver. Events of other types are passed.
   */
  async *#isLost(live: Live): AsyncGenerator<Page, boolean, undefined> {
    const { reading, limitMs, signal } = this.#source;
    const types = this.#types;
    const head = (await reading.last(limitMs))?.position ?? startPosition;
    if (head <= this.#position) return false;
    const isWanted = ({ type }: StoredEvent) => !types || types.includes(type);
    for (let isEnd = false; !isEnd; ) {
      const events = await reading.page(this.#position, pageSize, limitMs);
      isEnd = events.length < pageSize;
      const last = events.at(-1);
      if (!last || !live.isEmpty || live.end || signal.aborted) return false;
      // Events appended a moment ago may be on their way.
      if (events.some(isWanted)) return !(await this.#stirs(limitMs));
      yield this.#delivered([], last);
    }
    return false;
  }

  /** Whether something arrives, or the follower is stopped, within a time in ms. */
  #stirs(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms, false);
      this.#stir = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  #delivered(events: readonly StoredEvent[], { id, stream, revision, position }: EventRef): Page {
    this.#position = position;
    this.#last = { id, stream, revision, position };
    this.#source.server.recordEvent(this.#last);
    this.#source.server.answered();
    return { events, last: this.#last };
  }

  /** @throws EventLogSetBack, or the error of the check */
  async #refuseAnotherLog(): Promise<void> {
    const { reading, server, limitMs } = this.#source;
    const setBacks = await server.settle(limitMs);
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
  options: FollowOptions,
  source: FollowSource,
): AsyncGenerator<FollowItem, void, undefined> {
  const { signal } = source;
  const connection = new Connection(after, options, source);
  signal.addEventListener('abort', connection.wake);
  try {
    for (let drops = 0; !signal.aborted; ) {
      const since = performance.now();
      const fault = yield* untilFault(connection, source, options);
      if (fault === null) continue;
      // A server that delivers a little and drops again is still in trouble, so only a long run resets the count.
      if (performance.now() - since > pauses.maxMs) drops = 0;
      await source.rest(delayAfter(drops, pauses));
      drops += 1;
    }
  } finally {
    signal.removeEventListener('abort', connection.wake);
  }
}

/** The cause of the end; null if it was abandoned, or lagged and must be reopened. */
async function* untilFault(
  connection: Connection,
  { server, signal, upcast, logger }: FollowSource,
  { types }: FollowOptions,
): AsyncGenerator<FollowItem, unknown, undefined> {
  const pages = connection.untilDropped();
  try {
    for (;;) {
      let step: IteratorResult<Page, unknown>;
      const since = performance.now();
      try {
        step = await pages.next();
      } catch (error) {
        if (error instanceof EventLogSetBack) throw error;
        if (failureOf(error) === 'nowhere') throw new EventLogSetBack(connection.position);
        server.gaveUp(error, since);
        return error;
      }
      if (signal.aborted) return null;
      if (step.done) {
        if (step.value === null) return null;
        server.failed();
        logger?.info({ err: step.value }, 'the subscription to the log ended; it is renewed');
        return step.value;
      }
      const { last } = step.value;
      const events = step.value.events.map(upcast);
      if (last) yield types ? { kind: 'events', events, last } : { kind: 'events', events };
      else yield { kind: 'caughtUp', position: connection.position };
    }
  } finally {
    await pages.return(null);
  }
}
