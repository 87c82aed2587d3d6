/** A failed poll. Plain values, so that a worker thread can post it. */
export interface PollFailure {
  /** The polled store. */
  readonly of: 'log' | 'views';
  readonly reason: string;
  /** 1 for the first of a series; a successful poll ends it. */
  readonly inARow: number;
}
export type OnPollFailed = (failure: PollFailure) => void;

export interface Polling {
  /** Polls now, in addition to the interval. */
  pollNow(): void;
  stop(): void;
}

export interface PollingParts {
  readonly of: PollFailure['of'];
  readonly everyMs: number;
  readonly look: () => void;
  readonly onFailed: OnPollFailed;
}

/** Polls at intervals for the life of the process. Failures are reported and polling continues. */
export function startPolling({ of, everyMs, look, onFailed }: PollingParts): Polling {
  let inARow = 0;
  function pollNow(): void {
    try {
      look();
      inARow = 0;
    } catch (error) {
      inARow += 1;
      onFailed({ of, reason: error instanceof Error ? error.message : String(error), inARow });
    }
  }
  const timer = setInterval(pollNow, everyMs).unref();
  return { pollNow, stop: () => clearInterval(timer) };
}
