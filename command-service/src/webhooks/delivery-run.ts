import { setImmediate } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { PublicEvent } from '@dayline/contracts/partner/public-events';
import { isSentTo, type Webhook, webhookCursor } from '@dayline/contracts/partner/webhook';
import { type EventLog, type EventRef, hasEvent } from '@dayline/event-log/port';
import { readPublicEvents } from '@dayline/event-log/public-events';
import type { Clock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { maxDeliveries } from '@dayline/vault/deliveries-port';
import type { Vault } from '@dayline/vault/port';
import { type Answered, isDelivered, type Message, type WebhookSender } from './sender.ts';
import { maxTries, waitAfter } from './tries.ts';

export interface DeliveryRunDeps {
  readonly log: Pick<EventLog, 'readAll' | 'readStream' | 'last' | 'start'>;
  readonly vault: Pick<Vault, 'followers' | 'deliveries'>;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly clock: Clock;
  /** Resolves at an instant by the clock (ms since the epoch), or once the signal aborts. */
  readonly sleepUntil: (at: number, signal: AbortSignal) => Promise<void>;
  /** Whether the log has no later event about a webhook: one that was disabled or removed is sent nothing more. */
  readonly isCurrent: (clientId: string, webhook: Webhook) => Promise<boolean>;
  /** Disables a webhook and tells the administrators; no effect if it was changed since. */
  readonly giveUp: (clientId: string, webhook: Webhook, reason: 'gone' | 'failed') => Promise<void>;
  /** Called after each try that failed. */
  readonly onFailed?: () => void;
}

const pageSize = 100;
const goneStatus = 410;
/** A replay of a long log leaves room for commands. */
const nextTurn = (): Promise<void> => setImmediate();

export const messageOf = (event: PublicEvent): Message => ({
  id: event.id,
  type: event.type,
  body: JSON.stringify(event),
});

/**
 * Sends the events of one webhook, strictly in order: the cursor moves behind an event once the receiver took it, and
 * what comes behind waits until then. Tries are kept as deliveries, so that another process goes on with the count.
 */
export class DeliveryRun {
  readonly clientId: string;
  readonly webhook: Webhook;
  readonly #deps: DeliveryRunDeps;
  readonly #ending = new AbortController();
  readonly #over: Promise<void>;
  #end = () => {};
  #wakeUp = () => {};
  #isWoken = false;
  /** When the event that is tried was recorded, ms since the epoch; null if none waits. */
  waitingSince: number | null = null;

  constructor(clientId: string, webhook: Webhook, deps: DeliveryRunDeps) {
    this.clientId = clientId;
    this.webhook = webhook;
    this.#deps = deps;
    this.#over = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  isOf = (webhook: Webhook | undefined): boolean => webhook?.revision === this.webhook.revision;

  /** Called when nothing is being sent any more. */
  ended(): void {
    this.#end();
  }

  wake(): void {
    this.#isWoken = true;
    this.#wakeUp();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.#wakeUp();
    await this.#over;
  }

  /** Until it is stopped, or the webhook is given up. @throws EventLogUnavailable, VaultUnavailable */
  async go(): Promise<void> {
    const { log } = this.#deps;
    let cursor = await this.#cursor();
    while (!this.signal.aborted) {
      this.#isWoken = false;
      const after = cursor ?? this.webhook.run.after ?? log.start;
      const page = await readPublicEvents(log, { clientId: this.clientId, after, limit: pageSize }, nextTurn);
      const entries = page.events.map((event, index) => [event, page.places[index]] as const);
      let isOurs = true;
      for (const [event, place] of entries) {
        if (!place || !isOurs || !isSentTo(this.webhook, event)) continue;
        if (!(await this.#deliver(event))) return;
        isOurs = await this.#advance(cursor, place);
        cursor = place.position;
      }
      // What isn't sent is passed, so that it isn't read again.
      if (isOurs && page.last && page.last.position > (cursor ?? '')) {
        isOurs = await this.#advance(cursor, page.last);
        cursor = page.last.position;
      }
      // Another process moved it, and has sent what is before it.
      if (!isOurs) cursor = await this.#cursor();
      else if (page.isEnd) await this.#moreEvents();
    }
  }

  /** If the log was set back, it goes on from its end. */
  async #cursor(): Promise<Position | null> {
    const { log, vault } = this.#deps;
    const name = webhookCursor(this.webhook);
    const place = await vault.followers.read(name);
    if (!place || (await hasEvent(log, place))) return place?.position ?? null;
    const last = await log.last();
    if (last) await vault.followers.advance(name, place.position, refOf(last));
    return last?.position ?? null;
  }

  /** False if another process moved it. */
  #advance(from: Position | null, to: EventRef): Promise<boolean> {
    return this.#deps.vault.followers.advance(webhookCursor(this.webhook), from, refOf(to));
  }

  /** Tries until the receiver has taken the event; false if it is to be sent no more by this run. */
  async #deliver(event: PublicEvent): Promise<boolean> {
    const { vault, clock, sleepUntil, isCurrent, giveUp, onFailed } = this.#deps;
    const { webhookId } = this.webhook;
    this.waitingSince = Date.parse(event.recordedAt);
    const run = `${webhookCursor(this.webhook)} ${this.webhook.revision}`;
    const before = await vault.deliveries.last(webhookId);
    const isSame = before?.run === run && before.eventId === event.id;
    let tried = isSame ? before.attempt : 0;
    let dueAt = (isSame ? before.nextAt : null) ?? clock.now();
    // All tries of another process failed, and it ended before it gave up.
    if (tried >= maxTries) await giveUp(this.clientId, this.webhook, 'failed');
    while (tried < maxTries) {
      await sleepUntil(dueAt, this.signal);
      if (this.signal.aborted || !(await isCurrent(this.clientId, this.webhook))) return false;
      const message = messageOf(event);
      const answered = await this.#deps.sender.send(this.webhook, message, this.signal);
      // Cut off by the stop: whether it was taken is unknown, so it is sent again.
      if (this.signal.aborted && !isDelivered(answered)) return false;
      tried += 1;
      dueAt = await this.#keep(message, answered, { tried, run });
      if (isDelivered(answered)) {
        this.waitingSince = null;
        return true;
      }
      onFailed?.();
      const isGone = answered.status === goneStatus;
      if (isGone || tried === maxTries) {
        await giveUp(this.clientId, this.webhook, isGone ? 'gone' : 'failed');
        break;
      }
    }
    return false;
  }

  /** Returns when the next try is due. */
  async #keep(
    { id: eventId, type, body: sent }: Message,
    { retryAfterMs, ...answered }: Answered,
    { tried: attempt, run }: { readonly tried: number; readonly run: string },
  ): Promise<number> {
    const { vault, clock } = this.#deps;
    const { webhookId } = this.webhook;
    const wait = isDelivered(answered) ? null : waitAfter(attempt, retryAfterMs, Math.random());
    const nextAt = wait === null ? null : clock.now() + wait;
    const delivery = { id: newUlid(clock), webhookId, eventId, type, sent, ...answered, attempt, run, nextAt };
    await vault.deliveries.add(delivery, maxDeliveries);
    return nextAt ?? 0;
  }

  async #moreEvents(): Promise<void> {
    if (this.#isWoken || this.signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#wakeUp = resolve;
    });
  }
}

const refOf = ({ position, id, stream, revision }: EventRef): EventRef => ({ position, id, stream, revision });
