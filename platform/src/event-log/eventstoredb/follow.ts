import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { FollowItem, StoredEvent } from '../port.ts';

export interface Subscription {
  pause(): void;
  resume(): void;
  /** Ends it; what is still delivered doesn't count. */
  stop(): void;
}

export interface SubscriptionSource {
  /** Delivers what comes after a position, until it ends: cleanly or not, that is a drop. */
  readonly subscribe: (
    after: Position,
    deliver: (event: StoredEvent) => void,
    dropped: (error: unknown) => void,
  ) => Subscription;
  readonly head: () => Promise<Position>;
  readonly upcast: (event: StoredEvent) => StoredEvent;
  readonly signal: AbortSignal;
  /** Hears of each drop, with the pause before the next try, ms. */
  readonly onDrop: (error: unknown, pauseMs: number) => void;
}

const pageSize = 500;
/** What is beyond this waits for a slow consumer on the server, not in memory. */
const mostWaiting = 2 * pageSize;
/**
 * Events come one by one, and whoever folds them pays for each page. So on the way to the end one waits this long at most,
 * ms, for a page to fill; at the end what the same turn brings goes together.
 */
const gatherMs = 50;
const gatherStepMs = 5;
const shortestPauseMs = 50;
const longestPauseMs = 5_000;
const lookAgainAfterMs = 500;

/** Between half of and all of a time that doubles with each drop, so that many followers don't come back at once. */
const pauseAfter = (drops: number): number =>
  Math.min(longestPauseMs, shortestPauseMs * 2 ** drops) * (0.5 + Math.random() / 2);

/** Keeps a subscription up for ever: whenever one ends, there is a new one from the last position that came. */
class Intake {
  readonly #source: SubscriptionSource;
  readonly #wake: () => void;
  #waiting: StoredEvent[] = [];
  #received: Position;
  #subscription: Subscription | null = null;
  #isPaused = false;
  #timer: NodeJS.Timeout | undefined;
  #drops = 0;
  /** Counts the drops and pauses: who was at the log's end before one can't know whether he still is. */
  interruptions = 0;

  constructor(after: Position, source: SubscriptionSource, wake: () => void) {
    this.#received = after;
    this.#source = source;
    this.#wake = wake;
  }

  start(): void {
    const since = performance.now();
    this.#isPaused = false;
    let isOver = false;
    const own = this.#source.subscribe(
      this.#received,
      (event) => {
        // The second guard costs nothing, and a repeated event would be folded twice.
        if (isOver || event.position <= this.#received) return;
        this.#received = event.position;
        this.#drops = 0;
        this.#waiting.push(event);
        if (this.#waiting.length >= mostWaiting && !this.#isPaused) {
          this.#isPaused = true;
          this.interruptions += 1;
          own.pause();
        }
        this.#wake();
      },
      (error) => {
        if (isOver) return;
        isOver = true;
        own.stop();
        this.#subscription = null;
        if (this.#source.signal.aborted) return;
        this.interruptions += 1;
        if (performance.now() - since > longestPauseMs) this.#drops = 0;
        const pauseMs = pauseAfter(this.#drops);
        this.#drops += 1;
        this.#source.onDrop(error, pauseMs);
        this.#timer = setTimeout(() => this.start(), pauseMs);
      },
    );
    this.#subscription = own;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  async gather(): Promise<void> {
    const until = performance.now() + gatherMs;
    while (this.#waiting.length < pageSize && performance.now() < until) await pause(gatherStepMs);
  }

  takePage(): StoredEvent[] {
    const page = this.#waiting.slice(0, pageSize);
    this.#waiting = this.#waiting.slice(pageSize);
    if (this.#isPaused && this.#waiting.length < pageSize) {
      this.#isPaused = false;
      this.#subscription?.resume();
    }
    return page;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#subscription?.stop();
  }
}

/** Where the log ended when it was looked at; the server doesn't say "caught up", so what came is compared with it. */
class Target {
  readonly #source: SubscriptionSource;
  readonly #wake: () => void;
  #isLooking = false;
  #position: Position | null = null;
  /** The count of interruptions when it was looked at. */
  #asOf = -1;

  constructor(source: SubscriptionSource, wake: () => void) {
    this.#source = source;
    this.#wake = wake;
  }

  /** Whether a position is at the end as it was after so many interruptions; where that isn't known, it looks. */
  isReachedBy(position: Position, interruptions: number): boolean {
    if (this.#position !== null && this.#asOf === interruptions) return position >= this.#position;
    void this.#look(interruptions);
    return false;
  }

  async #look(interruptions: number): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      this.#position = await this.#source.head();
      this.#asOf = interruptions;
    } catch {
      // The log is away, so the subscription is down too and says so; one looks again when it may be back.
      await pause(lookAgainAfterMs, undefined, { signal: this.#source.signal }).catch(() => {});
    }
    this.#isLooking = false;
    this.#wake();
  }
}

/** Follows by catch-up subscriptions; between two of them nothing is lost and nothing repeated. */
export async function* followSubscription(
  after: Position,
  source: SubscriptionSource,
): AsyncGenerator<FollowItem, void, undefined> {
  const { signal, upcast } = source;
  let hasNews = true;
  let stir = () => {};
  const wake = () => {
    hasNews = true;
    stir();
  };
  const intake = new Intake(after, source, wake);
  const target = new Target(source, wake);
  let position = after;
  let saidSo = false;
  /** The count of interruptions since which it is at the log's end: what comes then comes as it is appended. */
  let liveSince = -1;

  signal.addEventListener('abort', wake);
  try {
    if (!signal.aborted) intake.start();
    while (!signal.aborted) {
      // Cleared before the look, so that what comes in between is not slept through.
      hasNews = false;
      if (!intake.isEmpty) {
        await (liveSince === intake.interruptions ? breath() : intake.gather());
        if (signal.aborted) break;
        const page = intake.takePage();
        position = page.at(-1)?.position ?? position;
        saidSo = false;
        yield { kind: 'events', events: page.map(upcast) };
        continue;
      }
      const { interruptions } = intake;
      if (!saidSo && (liveSince === interruptions || target.isReachedBy(position, interruptions))) {
        liveSince = interruptions;
        saidSo = true;
        yield { kind: 'caughtUp', position };
        continue;
      }
      if (!hasNews) {
        await new Promise<void>((resolve) => {
          stir = resolve;
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', wake);
    intake.stop();
  }
}
