import { CallError, NetworkFailure } from './call-error.ts';

/** A lost connection, or a server behind it that is away: nothing is wrong with what was asked. */
export const isAway = (error: unknown): boolean =>
  error instanceof NetworkFailure || (error instanceof CallError && error.status >= 502);

const first = 300;
const longest = 5_000;

/**
 * How long to wait before asking again, in ms: at least what the server said (Retry-After), longer after each failure, and up
 * to half as long again, so that a thousand pages don't come back in the same moment.
 */
export function waitBeforeRetry(failures: number, error: unknown, random: () => number = Math.random): number {
  const told = error instanceof CallError ? (error.retryAfter ?? 0) * 1_000 : 0;
  return Math.max(told, Math.min(longest, first * 2 ** failures)) * (1 + random() / 2);
}
