import { within } from '@dayline/runtime/within';

/** The client has no time-out for an append that a hung server never answers; this is ours. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
  constructor(limitMs: number) {
    super(`EventStoreDB did not answer within ${limitMs} ms.`);
  }
}

/** Returns a function giving the remaining time in ms, at least 1. */
export function countdown(limitMs: number): () => number {
  const until = performance.now() + limitMs;
  return () => Math.max(1, until - performance.now());
}

/** The call's result, or OutOfTime if it takes longer than the limit. */
export const inTime = <Result>(limitMs: number, call: Promise<Result>): Promise<Result> =>
  within(limitMs, call, () => new OutOfTime(limitMs));
