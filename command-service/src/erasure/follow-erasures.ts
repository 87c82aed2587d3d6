import { setTimeout as pause } from 'node:timers/promises';
import { type Follower, follow, troubleLines } from '@dayline/event-log/follower';
import { lasting } from '@dayline/runtime/logging/lasting';
import type { Logger } from '@dayline/runtime/logging/logger';
import { createErasures, type ErasureParts } from './erasures.ts';

export interface FollowedErasures extends ErasureParts {
  readonly logger: Pick<Logger, 'error' | 'info'>;
  /** Retry interval of pending erasures. */
  readonly tryAgainMs?: number;
}

/** Starts and finishes erasures until it is stopped; failures are logged and retried. */
export function followErasures(parts: FollowedErasures): Follower {
  const { logger, tryAgainMs = 1_000 } = parts;
  const erasures = createErasures(parts);
  const { following } = erasures;
  const ending = new AbortController();
  const { signal } = ending;
  const follower = follow({
    ...following,
    async handle(events, until) {
      await following.handle(events, until);
      wakeUp();
    },
    onTrouble: troubleLines(logger, following.name),
  });

  let wake: () => void = () => undefined;
  let mustLook = true;
  function wakeUp(): void {
    mustLook = true;
    wake();
  }
  signal.addEventListener('abort', wakeUp);

  const hasTrouble = lasting((error) => {
    if (error === null) logger.info({}, 'pending erasures are worked on again');
    else logger.error({ err: error }, 'pending erasures could not be finished; they are tried again');
  });

  /** Runs at once, then while an erasure is pending, and again when one is appended. */
  async function finish(): Promise<void> {
    while (!signal.aborted) {
      mustLook = false;
      let isDone = false;
      try {
        isDone = (await erasures.finish()).length === 0;
        hasTrouble(null);
      } catch (error) {
        hasTrouble(error);
      }
      if (!isDone) {
        await pause(tryAgainMs, undefined, { signal }).catch(() => {
          // Stopped during the wait.
        });
      } else if (!mustLook) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  const finishing = finish();
  return {
    status: () => follower.status(),
    async stop() {
      ending.abort();
      await Promise.all([follower.stop(), finishing]);
    },
  };
}
