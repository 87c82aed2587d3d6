import { refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { isKnownEvent } from '@dayline/contracts/events/table';
import type { WebhookEvent } from '@dayline/contracts/events/webhooks';
import { foldWebhooks, isSentTo, noWebhooks, type Webhook, webhookCursor } from '@dayline/contracts/partner/webhook';
import type { EventLog } from '@dayline/event-log/port';
import { readPublicEvents } from '@dayline/event-log/public-events';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import type { Delivery } from '@dayline/vault/deliveries-port';
import type { Vault } from '@dayline/vault/port';
import type { Queries } from '../queries/answer.ts';
import { openTurns } from '../turns/turns.ts';

export interface WebhookQueryDeps {
  readonly eventLog: Pick<EventLog, 'readStream' | 'readAll' | 'start'>;
  readonly webhooks: Pick<Vault, 'followers' | 'deliveries'>;
}

/** Waiting events are counted up to this. */
const maxCounted = 500;
const deliveriesOnPage = 50;
const instant = (ms: number): string => new Date(ms).toISOString();

/** From the log and the vault: what waits is known without a view. */
export function webhookQueries(deps: WebhookQueryDeps): Queries<'listWebhooks' | 'listDeliveries'> {
  const { eventLog, webhooks } = deps;

  async function ofClient(clientId: string) {
    const events = await eventLog.readStream(streams.webhooks(clientId));
    const webhookEvents = events.map((event) => {
      if (!isKnownEvent(event)) throw new EventLogNewer(event.type, event.metadata.schemaVersion, event.position);
      // Cast is safe: the stream is of the category.
      return event as unknown as Recorded<WebhookEvent>;
    });
    return foldWebhooks(noWebhooks, webhookEvents);
  }

  async function waitingFor(clientId: string, webhook: Webhook, turn: () => Promise<void>) {
    const cursor = await webhooks.followers.read(webhookCursor(webhook));
    const after = cursor?.position ?? webhook.run.after ?? eventLog.start;
    const page = await readPublicEvents(eventLog, { clientId, after, limit: maxCounted }, turn).catch(
      (error: unknown) => {
        if (error instanceof EventLogNewer) return { events: [], isEnd: false };
        throw error;
      },
    );
    const waiting = page.events.filter((event) => isSentTo(webhook, event));
    return { waiting: waiting.length, hasMore: !page.isEnd, waitingSince: waiting[0]?.recordedAt ?? null };
  }

  return {
    async listWebhooks({ clientId }, { clientId: own }, { signal }) {
      const turn = openTurns(signal);
      const body = [];
      for (const webhook of (await ofClient(own)).values()) {
        const { webhookId, url, types, disabled } = webhook;
        const last = await webhooks.deliveries.last(webhookId);
        body.push({
          ...{ webhookId, url, types: [...types], disabled },
          ...(await waitingFor(clientId, webhook, turn)),
          last: last && lastOf(last),
        });
      }
      return { body };
    },

    async listDeliveries({ webhookId, before }, { clientId }) {
      if (!(await ofClient(clientId)).has(webhookId)) return refuse('webhook.unknown');
      const found = await webhooks.deliveries.list(webhookId, deliveriesOnPage, before);
      return { body: found.map(deliveryOf) };
    },
  };
}

const lastOf = ({ at, ms, status, attempt, nextAt }: Delivery) => ({
  ...{ at: instant(at), ms, status, attempt },
  nextAt: nextAt === null ? null : instant(nextAt),
});

const deliveryOf = ({ id, eventId, type, at, ms, attempt, status, error, sent, answer }: Delivery) => ({
  ...{ deliveryId: id, eventId, type, at: instant(at), ms, attempt, status, error, sent, answer },
});
