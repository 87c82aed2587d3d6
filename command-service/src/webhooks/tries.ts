const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The wait before each try, in ms: ten tries over three days. */
const waits = [
  ...[0, 5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
];
export const maxTries = waits.length;

/** A receiver may ask for a longer wait, but not for ever. */
const longestWait = 24 * hour;

/**
 * How long (ms) to wait for the next try; null after the last one.
 * @param tried how many tries failed
 * @param chance from 0 to 1: tries of many webhooks spread by a tenth
 */
export function waitAfter(tried: number, retryAfterMs: number | null, chance: number): number | null {
  const wait = waits[tried];
  if (wait === undefined) return null;
  return Math.max(Math.round(wait * (0.9 + chance * 0.2)), Math.min(retryAfterMs ?? 0, longestWait));
}
