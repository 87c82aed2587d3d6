import { CallError, NetworkFailure } from './call-error.ts';

/** A lost connection, or an unavailable server behind it: the request itself is valid. */
export const isAway = (error: unknown): boolean =>
  error instanceof NetworkFailure ||
  (error instanceof CallError && error.status >= 502 && error.code !== 'log.damaged');

/** Delays before retries, ms; shorter in tests. */
export const delays = { first: 300, longest: 5_000 };

/**
 * Delay before a retry, in ms: at least the server's Retry-After, longer after each failure, plus up to half as much at
 * random, so that a thousand pages don't retry at the same moment.
 */
export function waitBeforeRetry(failures: number, error: unknown, random: () => number = Math.random): number {
  const retryAfterMs = error instanceof CallError ? (error.retryAfter ?? 0) * 1_000 : 0;
  return Math.max(retryAfterMs, Math.min(delays.longest, delays.first * 2 ** failures)) * (1 + random() / 2);
}
