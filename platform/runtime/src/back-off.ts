import { setTimeout as pause } from 'node:timers/promises';

export interface BackOffBounds {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Half to all of a delay that doubles with each failure in a row, in ms, so that many don't retry at once.
 * @param random from 0 to below 1; replaceable by tests
 */
export const delayAfter = (failures: number, { firstMs, maxMs }: BackOffBounds, random = Math.random): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(failures, 30)) * (0.5 + random() / 2);

export interface BackOff {
  /** Waits, longer each time. Ends early on abort. */
  wait(): Promise<void>;
  /** Call after a success: the next wait is short again. */
  reset(): void;
}

export function backOff(
  signal: AbortSignal,
  bounds: BackOffBounds = { firstMs: 20, maxMs: 5_000 },
  sleep: (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<void> = pause,
): BackOff {
  let failures = 0;
  return {
    async wait() {
      await sleep(delayAfter(failures, bounds), undefined, { signal }).catch(() => {
        // Aborted while waiting; the caller checks the signal.
      });
      failures += 1;
    },
    reset() {
      failures = 0;
    },
  };
}
