import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, EventLogSetBack } from '@dayline/event-log/port';
import type { Logger } from '@dayline/runtime/logging/logger';
import { createErasures, type ErasureParts } from './erasures.ts';

/** How long (ms) to wait after reading: under load many commits form one page. */
const gatherMs = 250;
/** Retry interval (ms) of pending erasures, and after a fault of log or vault. */
const tryAgainMs = 1_000;

export interface FollowedErasures extends ErasureParts {
  readonly log: Pick<EventLog, 'readAll' | 'head' | 'start' | 'gapless' | 'follow'>;
  readonly logger: Pick<Logger, 'error' | 'debug'>;
}

export interface ErasureFollower {
  /** Resolves after the current step. */
  stop(): Promise<void>;
}

/** Finishes erasures while it runs; failures are logged and retried. */
export function followErasures(parts: FollowedErasures): ErasureFollower {
  const { log, logger } = parts;
  const erasures = createErasures(parts);
  const ending = new AbortController();
  const { signal } = ending;
  const rest = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal }).catch(() => {
      // Aborted while waiting; the loop checks the signal.
    });

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const item of log.follow(await erasures.position(), signal)) {
          if (item.kind !== 'events') continue;
          await erasures.take(item.events);
          if (item.events.some(({ type }) => type === 'PatientErased')) stir();
          await rest(gatherMs);
        }
      } catch (error) {
        if (error instanceof EventLogSetBack) erasures.restart();
        // Only debug: possibly nothing is pending, and calls report an unavailable log.
        logger.debug({ err: error }, 'the log could not be followed for erasures; it is tried again');
      }
      await rest(tryAgainMs);
    }
  }

  let wake: () => void = () => undefined;
  let mustLook = true;
  function stir(): void {
    mustLook = true;
    wake();
  }
  signal.addEventListener('abort', stir);

  /** Runs at once, then while something is pending, and again when an erasure is appended. */
  async function finish(): Promise<void> {
    while (!signal.aborted) {
      mustLook = false;
      let isDone = false;
      try {
        isDone = (await erasures.finish()).length === 0;
      } catch (error) {
        logger.error({ err: error }, 'pending erasures could not be finished; they are tried again');
      }
      if (!isDone) await rest(tryAgainMs);
      else if (!mustLook) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  const running = Promise.all([follow(), finish()]);
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}
