import { setTimeout as pause } from 'node:timers/promises';

/** The first and the longest wait, in ms. */
const bounds = { first: 20, longest: 5000 } as const;

export interface BackOff {
  /** Waits, longer each time, with jitter so that many don't retry at once. Ends early on abort. */
  wait(): Promise<void>;
  /** Call after a success: the next wait is short again. */
  reset(): void;
}

export function backOff(
  signal: AbortSignal,
  sleep: (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<void> = pause,
): BackOff {
  let ms: number = bounds.first;
  return {
    async wait() {
      await sleep(ms * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {
        // Aborted while waiting; the caller checks the signal.
      });
      ms = Math.min(ms * 2, bounds.longest);
    },
    reset() {
      ms = bounds.first;
    },
  };
}
