import { setTimeout as pause } from 'node:timers/promises';

/** The client has no timer for an append that a hung server never answers; this is ours. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
  constructor(limitMs: number) {
    super(`EventStoreDB did not answer within ${limitMs} ms.`);
  }
}

/** Says how much of a time is left, at least 1 ms. */
export function countdown(limitMs: number): () => number {
  const until = performance.now() + limitMs;
  return () => Math.max(1, until - performance.now());
}

/** What the call gives, or an error when it takes longer than its limit. */
export async function within<Result>(limitMs: number, call: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const late = pause(limitMs, undefined, { signal: done.signal }).then(
    () => Promise.reject(new OutOfTime(limitMs)),
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([call, late]);
  } finally {
    done.abort();
  }
}
