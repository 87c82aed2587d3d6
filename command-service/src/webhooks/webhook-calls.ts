import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { isInLog, notInLog } from '@dayline/contracts/ids';
import type { Webhook } from '@dayline/contracts/partner/webhook';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { CallerContext, CommandHandlers } from '@dayline/http/handler';
import type { Clock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { maxDeliveries } from '@dayline/vault/deliveries-port';
import type { Vault } from '@dayline/vault/port';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { WebhookSecrets } from './secrets.ts';
import { isDelivered, type Message, type WebhookSender } from './sender.ts';
import type { WebhookCommands } from './webhook-commands.ts';

export interface WebhookCallDeps {
  readonly webhookSecrets: WebhookSecrets;
  readonly webhookSender: WebhookSender;
  readonly vault: Pick<Vault, 'deliveries'>;
  readonly log: Pick<SealedLog, 'head'>;
  readonly clock: Clock;
}

type Calls =
  | ('addWebhook' | 'changeWebhook' | 'rotateWebhookSecret' | 'switchWebhook')
  | ('replayWebhook' | 'removeWebhook' | 'testWebhook' | 'sendDeliveryAgain');

/** Below the time that a call has for its answer, in ms. */
const byHandMs = 8_000;
/** A message sent by hand holds one of the places for commands. */
const maxAtOnce = 2;

export function webhookCalls(commands: WebhookCommands, deps: WebhookCallDeps): Pick<CommandHandlers, Calls> {
  const { webhookSecrets, webhookSender, log } = deps;
  const sendNow = senderByHand(deps);

  async function byHand(
    by: CallerContext,
    webhookId: string,
    messageOf: (webhook: Webhook) => Promise<Message | Refusal>,
  ) {
    const webhook = await commands.webhookOf(by.clientId, webhookId);
    if (!webhook) return refuse('webhook.unknown');
    const message = await messageOf(webhook);
    return isRefusal(message) ? message : sendNow(webhook, message, by);
  }

  return {
    async addWebhook({ url, types }, by) {
      if (!webhookSender.accepts(url)) return refuse('webhook.address');
      const added = await commands.addWebhook({ url, types }, by);
      if (isRefusal(added)) return added;
      const secret = await webhookSecrets.secretOf({ webhookId: added.webhookId, generation: 0 });
      return { body: { success: true, message: 'Webhook added.', ...added, secret }, position: added.position };
    },

    async changeWebhook({ webhookId, url, types }, by) {
      if (!webhookSender.accepts(url)) return refuse('webhook.address');
      return plainReply(
        await commands.changeWebhook({ kind: 'change', webhookId, url, types }, by),
        'Webhook changed.',
      );
    },

    async rotateWebhookSecret({ webhookId }, by) {
      const rotated = await commands.rotateWebhookSecret(webhookId, by);
      if (isRefusal(rotated)) return rotated;
      const { position, generation } = rotated;
      const secret = await webhookSecrets.secretOf({ webhookId, generation });
      return { body: { success: true, message: 'Secret rotated.', position, secret }, position };
    },

    switchWebhook: async ({ webhookId, isEnabled }, by) =>
      isEnabled
        ? plainReply(await commands.changeWebhook({ kind: 'enable', webhookId }, by), 'Webhook enabled.')
        : plainReply(
            await commands.changeWebhook({ kind: 'disable', webhookId, reason: 'admin' }, by),
            'Webhook disabled.',
          ),

    async replayWebhook({ webhookId, from }, by) {
      const after = 'after' in from ? from.after : null;
      if (after !== null && !isInLog(after, await log.head())) return refuse('request.invalid', notInLog('from'));
      const since = 'since' in from ? from.since : null;
      return plainReply(
        await commands.changeWebhook({ kind: 'replay', webhookId, after, since }, by),
        'Replay started.',
      );
    },

    removeWebhook: async ({ webhookId }, by) =>
      plainReply(await commands.changeWebhook({ kind: 'remove', webhookId }, by), 'Webhook removed.'),

    testWebhook: ({ webhookId }, by) =>
      byHand(by, webhookId, async () => {
        const [id, type] = [by.commandId, 'webhook.test'];
        const body = JSON.stringify({ id, type, recordedAt: new Date(by.now).toISOString(), data: {} });
        return { id, type, body };
      }),

    sendDeliveryAgain: ({ webhookId, deliveryId }, by) =>
      byHand(by, webhookId, async () => {
        const delivery = await deps.vault.deliveries.find(webhookId, deliveryId);
        if (!delivery) return refuse('delivery.unknown');
        return { id: delivery.eventId, type: delivery.type, body: delivery.sent };
      }),
  };
}

/** Sends a message in a call, out of turn, and keeps what came of it. */
function senderByHand({ webhookSender, vault, clock }: WebhookCallDeps) {
  const sending = new Map<string, number>();
  const count = (clientId: string, more: number) => sending.set(clientId, (sending.get(clientId) ?? 0) + more);

  return async (webhook: Webhook, message: Message, { clientId, signal }: CallerContext) => {
    if ((sending.get(clientId) ?? 0) >= maxAtOnce) return refuse('request.throttled', { retryAfter: 5 });
    count(clientId, 1);
    try {
      const limits = [AbortSignal.timeout(byHandMs), ...(signal ? [signal] : [])];
      const { retryAfterMs: _, ...answered } = await webhookSender.send(webhook, message, AbortSignal.any(limits));
      const { webhookId } = webhook;
      const { id: eventId, type, body: sent } = message;
      const named = { id: newUlid(clock), webhookId, eventId, type, sent };
      const delivery = { ...named, ...answered, attempt: 0, run: 'by hand', nextAt: null };
      await vault.deliveries.add(delivery, maxDeliveries);
      const { status, error } = answered;
      const outcome = isDelivered(answered) ? 'The receiver took it' : 'The receiver did not take it';
      const text = `${outcome}: ${status ?? error}.`;
      return { body: { success: true as const, message: text, position: null, status } };
    } finally {
      count(clientId, -1);
      if (sending.get(clientId) === 0) sending.delete(clientId);
    }
  };
}
