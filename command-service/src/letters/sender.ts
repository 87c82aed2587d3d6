import type { Clock } from '@dayline/runtime/clock';
import { lasting } from '@dayline/runtime/logging/lasting';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Mail } from '@dayline/runtime/mail/port';
import type { OutboxJob, OutboxStore } from '@dayline/vault/onboarding-port';
import { askedBy } from './jobs.ts';
import type { WrittenLetter } from './write.ts';

export interface LetterSenderOptions {
  readonly outbox: Pick<OutboxStore, 'claim' | 'done' | 'retryIn'>;
  readonly mail: Mail;
  readonly write: (job: OutboxJob) => Promise<WrittenLetter | null>;
  /** Called once a letter is on its way; must not throw. */
  readonly onSent: (job: OutboxJob, letter: WrittenLetter) => void;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long a letter may take from its claim to the mail server's last answer, in ms. */
  readonly longestSendingMs?: number;
}

/** Sends waiting mail; any number of processes may run one. */
export interface LetterSender {
  /** Sends what is due once more, then stops; takes some seconds at most. */
  stop(): Promise<void>;
}

const second = 1_000;
/** Poll interval for due letters, in ms. */
const looksEvery = 500;
/** How long a claimed letter is leased, in ms. */
const lease = 60 * second;
/**
 * Below the lease: another process would send the letter again, with a new link that voids the first one. Each answer of
 * a mail server has a limit of its own, and it gives many.
 */
const longestSending = 40 * second;
const longestWait = 15 * 60 * second;
const givesUpAfter = 3 * 24 * 60 * 60 * second;
const longestDraining = 5 * second;

/**
 * Polls at a random moment in each half second, never directly after an answer: the cost of a letter must not show in
 * the time of the next answer.
 */
export function startLetterSender({
  outbox,
  mail,
  write,
  onSent,
  clock,
  logger,
  longestSendingMs = longestSending,
}: LetterSenderOptions): LetterSender {
  let isStopping = false;
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> = Promise.resolve();

  async function sendDue(): Promise<void> {
    for (;;) {
      const job = await outbox.claim(lease);
      if (!job) return;
      await send(job);
    }
  }

  async function send(job: OutboxJob): Promise<void> {
    const about = { job: job.id, kind: job.kind, requestId: askedBy(job)?.requestId };
    const limit = AbortSignal.timeout(longestSendingMs);
    try {
      const written = await write(job);
      if (written) {
        await mail.send(written.letter, limit);
        onSent(job, written);
        logger.info(about, 'a letter was sent');
      }
    } catch (error) {
      // Only the kind of error: a mail server's message may contain the address.
      const trouble = { ...about, tries: job.tries + 1, reason: reasonOf(error) };
      if (clock.now() - job.addedAt > givesUpAfter) {
        logger.error(trouble, 'a letter was given up');
        return outbox.done(job.id);
      }
      logger.warn(trouble, 'a letter could not be sent; it is tried again');
      return outbox.retryIn(job.id, Math.min(longestWait, 5 * second * 2 ** Math.min(job.tries, 20)));
    }
    await outbox.done(job.id);
  }

  const hasTrouble = lasting((error) => {
    if (error === null) logger.info({}, 'letters to send are read again');
    else logger.error({ reason: reasonOf(error) }, 'letters to send could not be read; they are looked for again');
  });

  function lookLater(): void {
    if (isStopping) return;
    timer = setTimeout(() => {
      working = sendDue()
        .then(() => hasTrouble(null), hasTrouble)
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
