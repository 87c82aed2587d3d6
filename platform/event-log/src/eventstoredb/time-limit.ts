import { within } from '@dayline/runtime/within';

/** The client has no time-out for an append that a hung server never answers; this is ours. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
  constructor(limitMs: number) {
    super(`EventStoreDB did not answer within ${limitMs} ms.`);
  }
}

/** Share of a call's time for one attempt, so that there is time for another. */
const shareOfOneTry = 0.6;
/** Share of a call's time that an attempt needs at least, and that is reserved to find out its outcome. */
const leastShare = 0.1;

/** Time limit of one attempt, ms. */
export const attemptMsOf = (limitMs: number): number => limitMs * shareOfOneTry;

/** The time of one call, in ms, which its attempts share. */
export class CallTime {
  /** When the call began, by `performance.now()`. */
  readonly since = performance.now();
  readonly #limitMs: number;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get left(): number {
    return this.since + this.#limitMs - performance.now();
  }

  /** For the next attempt. @throws OutOfTime if an answer could not come in the time that is left */
  attemptLimitMs(): number {
    const most = this.left - this.#limitMs * leastShare;
    if (most < this.#limitMs * leastShare) throw new OutOfTime(this.#limitMs);
    return Math.min(attemptMsOf(this.#limitMs), most);
  }

  /** To find out an attempt's outcome, also where this process stood still for the rest of the call's time. */
  outcomeLimitMs(): number {
    return Math.max(this.left, this.#limitMs * leastShare);
  }

  /** Whether there is time for another attempt after a pause. */
  lasts(pauseMs: number): boolean {
    return this.left - pauseMs >= this.#limitMs * leastShare * 2;
  }
}

/** The call's result, or OutOfTime if it takes longer than the limit. */
export const inTime = <Result>(limitMs: number, call: Promise<Result>): Promise<Result> =>
  within(limitMs, call, () => new OutOfTime(limitMs));
