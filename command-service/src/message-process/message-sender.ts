import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { MessageRow } from '@dayline/contracts/views/message-fold';
import { lasting } from '@dayline/runtime/logging/lasting';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Letter, Mail } from '@dayline/runtime/mail/port';
import { EventLogNewer, EventLogUnavailable, VaultUnavailable } from '@dayline/runtime/unavailable';
import { systemContext } from '../command-handler/system-context.ts';
import type { MessageCommand } from '../message/message.ts';
import { allowedFrom, retryAt } from '../message/message-times.ts';
import { type MessageDeps, settleMessages } from './planned-messages.ts';
import { visitNow } from './visit-now.ts';
import type { WriteMessage } from './write-message.ts';

export interface MessageSenderOptions extends MessageDeps {
  /** Planned messages that are due, the earliest first. Advice: the messages' streams decide. */
  readonly due: (now: number, limit: number) => Promise<readonly MessageRow[]>;
  readonly mail: Mail;
  readonly write: WriteMessage;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How often due messages are looked for, in ms; null: only by `sendDue`. */
  readonly everyMs?: number | null;
  /** How long the mail server may take for one message, in ms. */
  readonly maxSendingMs?: number;
}

/** The clients of these rows take turns. */
const dueAtOnce = 10_000;
/** After these, what has become due in the meantime takes its turn. */
const sentAtOnce = 100;
/** How long a message that can't be written or sent is set aside, in ms: doubled for each failure, up to the maximum. */
const asideMs = { first: 60_000, most: 3_600_000 };
const usualEveryMs = 1_000;
const usualMaxSendingMs = 40_000;

/**
 * Sends planned messages once they are due; any number of processes may run one. The process whose
 * `MessageSendStarted` is in the message's stream sends it, and nobody does so again unless the mail server certainly
 * refused it.
 */
export class MessageSender {
  readonly #options: MessageSenderOptions;
  readonly #hasTrouble: (error: unknown) => void;
  /** By the rows' keys: until when, and for how long. */
  readonly #aside = new Map<string, { readonly until: number; readonly ms: number }>();
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(options: MessageSenderOptions) {
    this.#options = options;
    const { logger } = options;
    this.#hasTrouble = lasting((error) => {
      if (error === null) logger.info({}, 'due messages are read again');
      else logger.error({ err: error }, 'due messages could not be sent; they are looked for again');
    });
    this.#lookLater();
  }

  #lookLater(): void {
    const { everyMs = usualEveryMs } = this.#options;
    if (this.#isStopping || everyMs === null) return;
    this.#timer = setTimeout(() => {
      this.#working = this.sendDue()
        .then(() => this.#hasTrouble(null), this.#hasTrouble)
        .then(() => this.#lookLater());
    }, everyMs);
    this.#timer.unref();
  }

  /**
   * Sends of what is due now, the clients in turn. A message that fails is set aside and stops no other.
   * @throws EventLogUnavailable, VaultUnavailable
   */
  async sendDue(): Promise<void> {
    const { due, clock } = this.#options;
    const rows = (await due(clock.now(), dueAtOnce)).filter(({ key }) => !this.#isAside(key));
    for (const row of inTurns(rows).slice(0, sentAtOnce)) {
      if (this.#isStopping) return;
      try {
        await this.#sendIfRight(row);
        this.#aside.delete(row.key);
      } catch (error) {
        // One damaged event, or one lost key, looks like a store that is unavailable.
        this.#setAside(row.key, error);
        if (isUnavailable(error)) throw error;
      }
    }
  }

  #isAside(key: string): boolean {
    const aside = this.#aside.get(key);
    return aside !== undefined && aside.until > this.#options.clock.now();
  }

  #setAside(key: string, error: unknown): void {
    const { clock, logger } = this.#options;
    const now = clock.now();
    const ms = Math.min((this.#aside.get(key)?.ms ?? asideMs.first / 2) * 2, asideMs.most);
    for (const [other, { until }] of this.#aside) if (until + asideMs.most < now) this.#aside.delete(other);
    this.#aside.set(key, { until: now + ms, ms });
    logger.error({ err: error, message: key, minutes: ms / 60_000 }, 'sending a message failed; it is retried later');
  }

  async #sendIfRight({ visitId, messageId, clientId }: MessageRow): Promise<void> {
    const { aggregates, clock, write } = this.#options;
    const visit = await visitNow(aggregates, visitId, clientId);
    const settled = await settleMessages(this.#options, visitId, { change: null, by: this.#by(clientId) });
    const message = settled?.all[messageId - 1];
    const now = clock.now();
    // Another process, or a change that the views don't have yet.
    if (!visit || message?.state !== 'planned' || Date.parse(message.dueAt) > now) return;
    if (allowedFrom(message.kind, now, visit) > now) return;
    const letter = await write(message, visit, clientId);
    if (!(await this.#append(visitId, clientId, { kind: 'start', messageId }))) return;
    const started = { visitId, clientId, messageId, attempt: message.attempts + 1 };
    try {
      // What is in the log before the start is known by now: the patient's no, or a change of the visit.
      const visitAtStart = (await visitNow(aggregates, visitId, clientId)) ?? visit;
      const check = { kind: 'check', messageId, visit: visitAtStart, now: clock.now() } as const;
      if (await this.#append(visitId, clientId, check)) return;
    } catch (error) {
      // It was certainly not sent.
      await this.#failed(started, reasonOf(error), true);
      throw error;
    }
    await this.#send(letter, started);
  }

  async #failed({ visitId, clientId, messageId, attempt }: Started, reason: string, isTriedAgain: boolean) {
    const again = isTriedAgain ? retryAt(attempt, this.#options.clock.now()) : null;
    await this.#append(visitId, clientId, { kind: 'failed', messageId, reason, retryAt: again });
  }

  async #send(letter: Letter, started: Started): Promise<void> {
    const { mail, logger, maxSendingMs = usualMaxSendingMs } = this.#options;
    const { visitId, clientId, messageId } = started;
    const about = { message: `${visitId}:${messageId}` };
    try {
      await mail.send(letter, AbortSignal.timeout(maxSendingMs));
    } catch (error) {
      const reason = reasonOf(error);
      if (!wasRefused(error)) {
        logger.warn({ ...about, reason }, 'a message may have been sent; it is not sent again');
        return;
      }
      logger.warn({ ...about, reason }, 'a message was not accepted by the mail server');
      await this.#failed(started, reason, !isPermanent(error));
      return;
    }
    await this.#append(visitId, clientId, { kind: 'sent', messageId });
    logger.info(about, 'a message was sent');
  }

  /** Whether the command appended an event, rather than finding that another process was first. */
  async #append(visitId: string, clientId: string, command: MessageCommand): Promise<boolean> {
    const by = this.#by(clientId);
    const stream = streams.message(visitId);
    const outcome = await this.#options.aggregates.messages.execute({ stream, command, context: undefined, by });
    return !isRefusal(outcome) && outcome.events.length > 0;
  }

  #by(clientId: string) {
    return systemContext({ clock: this.#options.clock, clientId });
  }

  /** Resolves after the message that is being sent. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#working;
    await this.#options.mail.close();
  }
}

interface Started {
  readonly visitId: string;
  readonly clientId: string;
  readonly messageId: number;
  readonly attempt: number;
}

/** The first row of each client, then the second, and so on. */
function inTurns(rows: readonly MessageRow[]): MessageRow[] {
  const turns: MessageRow[][] = [];
  const ofClient = new Map<string, number>();
  for (const row of rows) {
    const turn = ofClient.get(row.clientId) ?? 0;
    ofClient.set(row.clientId, turn + 1);
    turns[turn] = [...(turns[turn] ?? []), row];
  }
  return turns.flat();
}

/** Whether a store is unavailable, rather than one message can't be handled. */
const isUnavailable = (error: unknown): boolean =>
  (error instanceof EventLogUnavailable && !(error instanceof EventLogNewer)) || error instanceof VaultUnavailable;

/** The fields of the mailer's errors. */
interface MailError {
  readonly code?: unknown;
  /** The server's answer. */
  readonly responseCode?: unknown;
  /** The call of the operating system that failed. */
  readonly syscall?: unknown;
  readonly timeoutType?: unknown;
}
// Cast is safe: every field is optional and unknown.
const fieldsOf = (error: unknown): MailError => (error instanceof Error ? (error as MailError) : {});

const isRefusedAnswer = ({ responseCode }: MailError): boolean =>
  typeof responseCode === 'number' && responseCode >= 400;
/** A server that was never reached, or hasn't greeted. A lost connection afterwards says nothing. */
const isUnreached = ({ code, syscall, timeoutType }: MailError): boolean =>
  code === 'EDNS' || syscall === 'connect' || timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT';

/** Whether the mail server certainly has not accepted the message. */
function wasRefused(error: unknown): boolean {
  const fields = fieldsOf(error);
  return isRefusedAnswer(fields) || isUnreached(fields);
}

/** Whether the server refuses the message for good; a wrong password of ours isn't the message's fault. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = fieldsOf(error);
  return code !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= 500;
}

/** Only the kind of error: a mail server's message may contain the address. */
function reasonOf(error: unknown): string {
  const { code } = fieldsOf(error);
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}
