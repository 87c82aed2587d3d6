import { setTimeout as pause } from 'node:timers/promises';

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
export async function within<Result>(limitMs: number, call: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const late = pause(limitMs, undefined, { signal: done.signal }).then(
    () => Promise.reject(new OutOfTime(limitMs)),
    () => new Promise<never>(() => {}),
  );
  try {
    // A call that fails after the limit has nobody left to report to: the race handles its rejection.
    return await Promise.race([call, late]);
  } finally {
    done.abort();
  }
}
