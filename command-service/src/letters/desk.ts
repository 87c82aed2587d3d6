import type { Clock } from '@dayline/platform/clock';
import type { Logger } from '@dayline/platform/logging/logger';
import type { Letter, Mail } from '@dayline/platform/mail/port';
import type { OutboxJob, OutboxStore } from '@dayline/platform/vault/onboarding-port';
import { requestOf } from './jobs.ts';

export interface LetterDeskOptions {
  readonly outbox: OutboxStore;
  readonly mail: Mail;
  readonly write: (job: OutboxJob) => Promise<Letter | null>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Sends what waits to be mailed; any number of processes may do so at once. */
export interface LetterDesk {
  /** Sends what is due once more, and takes nothing further; at most some seconds. */
  stop(): Promise<void>;
}

const second = 1_000;
/** How often a desk looks for what has become due, in ms. */
const looksEvery = 500;
/** For so long a letter that is being sent is nobody else's: longer than the mail server may take. */
const lease = 60 * second;
const longestWait = 15 * 60 * second;
const givesUpAfter = 3 * 24 * 60 * 60 * second;
const longestDraining = 5 * second;

/**
 * Looks at random moments of each half second, never at once after an answer: what a letter costs must not be seen in
 * the time of the next answer.
 */
export function startLetterDesk({ outbox, mail, write, clock, logger }: LetterDeskOptions): LetterDesk {
  let isStopping = false;
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> = Promise.resolve();

  async function sendDue(): Promise<void> {
    for (;;) {
      const job = await outbox.claim(clock.now(), lease);
      if (!job) return;
      await send(job);
    }
  }

  async function send(job: OutboxJob): Promise<void> {
    const about = { job: job.id, kind: job.kind, requestId: requestOf(job) };
    try {
      const letter = await write(job);
      if (letter) {
        await mail.send(letter);
        logger.info(about, 'a letter was sent');
      }
    } catch (error) {
      const now = clock.now();
      // Only what kind of trouble: a mail server's words may hold the address.
      const trouble = { ...about, tries: job.tries + 1, reason: reasonOf(error) };
      if (now - job.addedAt > givesUpAfter) {
        logger.error(trouble, 'a letter was given up');
        return outbox.done(job.id);
      }
      logger.warn(trouble, 'a letter could not be sent; it is tried again');
      return outbox.retryAt(job.id, now + Math.min(longestWait, 5 * second * 2 ** Math.min(job.tries, 20)));
    }
    await outbox.done(job.id);
  }

  function lookLater(): void {
    if (isStopping) return;
    timer = setTimeout(() => {
      working = sendDue()
        .catch((error: unknown) => logger.error({ reason: reasonOf(error) }, 'letters could not be looked for'))
        .then(lookLater);
    }, looksEvery * Math.random());
    timer.unref();
  }

  lookLater();
  return {
    async stop() {
      isStopping = true;
      if (timer) clearTimeout(timer);
      const drained = working.then(sendDue).catch((error: unknown) => {
        logger.warn({ reason: reasonOf(error) }, 'letters wait for the next start');
      });
      let giveUp: NodeJS.Timeout | undefined;
      await Promise.race([drained, new Promise((resolve) => (giveUp = setTimeout(resolve, longestDraining)))]);
      clearTimeout(giveUp);
      await mail.close();
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
