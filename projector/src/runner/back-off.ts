import { setTimeout as pause } from 'node:timers/promises';

/** The first and the longest wait, in ms. */
const bounds = { first: 20, longest: 5000 } as const;

export interface BackOff {
  /** Waits, longer each time, with jitter, so that many don't come back at once. Ends early when told to stop. */
  wait(): Promise<void>;
  /** It went well: the next wait is a short one. */
  reset(): void;
}

export function backOff(signal: AbortSignal): BackOff {
  let ms: number = bounds.first;
  return {
    async wait() {
      await pause(ms * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {
        // Told to stop while waiting: whoever waited sees the signal.
      });
      ms = Math.min(ms * 2, bounds.longest);
    },
    reset() {
      ms = bounds.first;
    },
  };
}
