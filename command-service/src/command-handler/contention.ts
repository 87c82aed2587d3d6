import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { delayAfter } from '@dayline/runtime/back-off';

/** The clock and chance of the pauses between attempts; replaceable by tests. */
export interface ContentionTime {
  /** A monotonic clock, ms. */
  readonly elapsed: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** How long a call's command is retried under contention, in ms: half of the time until its answer is due. */
export const contendedMs = 5_000;
/** How long a command without a waiting caller is retried at a time, in ms. */
export const maxContendedMs = 60_000;
const pauses = { firstMs: 2, maxMs: 128 };
const standardTime: ContentionTime = {
  elapsed: () => performance.now(),
  sleep: (ms) => pause(ms),
  random: Math.random,
};

/** The pauses between the attempts of a contended command: each is about twice as long as the previous one. */
export class Contention {
  readonly #time: ContentionTime;
  readonly #until: number;
  #attempts = 0;

  /** @param withinMs counted from now */
  constructor(withinMs: number, time: Partial<ContentionTime> = {}) {
    this.#time = { ...standardTime, ...time };
    this.#until = this.#time.elapsed() + withinMs;
  }

  /** Waits before the next attempt; false, at once, if there is no time for one. */
  async wait(): Promise<boolean> {
    const { elapsed, sleep, random } = this.#time;
    const ms = delayAfter(this.#attempts, pauses, random);
    if (elapsed() + ms > this.#until) return false;
    this.#attempts += 1;
    await sleep(ms);
    return true;
  }
}

/** Refused because of contention: nothing was decided, and nothing appended. */
export const isContended = (result: object | string | null): boolean =>
  typeof result === 'object' && result !== null && isRefusal(result) && result.refused === 'log.conflict';

/**
 * Repeats work while it is refused as contended.
 * @throws the signal's reason
 */
export async function untilDecided<Result extends object | Refusal | string | null>(
  work: () => Promise<Result>,
  {
    withinMs,
    signal,
    time,
  }: {
    readonly withinMs: number;
    readonly signal?: AbortSignal | undefined;
    readonly time?: Partial<ContentionTime> | undefined;
  },
): Promise<Result> {
  const contention = new Contention(withinMs, time);
  for (;;) {
    const result = await work();
    if (!isContended(result) || !(await contention.wait())) return result;
    signal?.throwIfAborted();
  }
}
