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
  /** Called once an email is on its way; must not throw. */
  readonly onSent: (job: OutboxJob, letter: WrittenLetter) => void;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long an email may take from its claim to the mail server's last answer, in ms. */
  readonly maxSendingMs?: number;
}

const second = 1_000;
/** Poll interval for due emails, in ms. */
const pollEveryMs = 500;
/** How long a claimed email is leased, in ms. */
const lease = 60 * second;
/**
 * Below the lease: otherwise another process would send the email again, with a new link that voids the first one. Each
 * answer of a mail server has its own limit, and there are many answers.
 */
const maxSending = 40 * second;
const maxWait = 15 * 60 * second;
const givesUpAfter = 3 * 24 * 60 * 60 * second;
const maxDraining = 5 * second;

/**
 * Sends waiting mail; any number of processes may run one. Polls at a random moment in each half second, never directly
 * after an answer: the cost of an email must not show in the time of the next answer.
 */
export class LetterSender {
  readonly #options: LetterSenderOptions;
  readonly #hasTrouble: (error: unknown) => void;
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(options: LetterSenderOptions) {
    this.#options = options;
    const { logger } = options;
    this.#hasTrouble = lasting((error) => {
      if (error === null) logger.info({}, 'letters to send are read again');
      else logger.error({ reason: reasonOf(error) }, 'letters to send could not be read; they are looked for again');
    });
    this.#lookLater();
  }

  #lookLater(): void {
    if (this.#isStopping) return;
    this.#timer = setTimeout(() => {
      this.#working = this.#sendDue()
        .then(() => this.#hasTrouble(null), this.#hasTrouble)
        .then(() => this.#lookLater());
    }, pollEveryMs * Math.random());
    this.#timer.unref();
  }

  async #sendDue(): Promise<void> {
    for (;;) {
      const job = await this.#options.outbox.claim(lease);
      if (!job) return;
      await this.#send(job);
    }
  }

  async #send(job: OutboxJob): Promise<void> {
    const { outbox, mail, write, onSent, clock, logger, maxSendingMs = maxSending } = this.#options;
    const about = { job: job.id, kind: job.kind, requestId: askedBy(job)?.requestId };
    const limit = AbortSignal.timeout(maxSendingMs);
    try {
      const letter = await write(job);
      if (letter) {
        await mail.send(letter.letter, limit);
        onSent(job, letter);
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
      return outbox.retryIn(job.id, Math.min(maxWait, 5 * second * 2 ** Math.min(job.tries, 20)));
    }
    await outbox.done(job.id);
  }

  /** Sends all due emails once more, then stops; takes some seconds at most. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const { logger, mail } = this.#options;
    const draining = this.#working
      .then(() => this.#sendDue())
      .catch((error: unknown) => {
        logger.warn({ reason: reasonOf(error) }, 'letters wait for the next start');
      });
    let giveUp: NodeJS.Timeout | undefined;
    await Promise.race([draining, new Promise((resolve) => (giveUp = setTimeout(resolve, maxDraining)))]);
    clearTimeout(giveUp);
    await mail.close();
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
