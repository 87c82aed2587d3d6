import type { PublicEventType } from '../api-keys/public-event-types.ts';
import type { Recorded } from '../events/definition.ts';
import { requestedAt } from '../events/metadata.ts';
import type { disableReasons, WebhookEvent } from '../events/webhooks.ts';
import { unreachable } from '../unreachable.ts';
import type { PublicEvent } from './public-events.ts';

export const maxWebhooks = 20;
export const maxUrlLength = 1_000;
/** How long the secret before the last rotation stays valid, in ms. */
export const oldSecretMs = 24 * 60 * 60 * 1_000;

/** A webhook, as folded from its client's stream. */
export interface Webhook {
  readonly webhookId: string;
  readonly host: string;
  readonly url: string;
  readonly types: readonly PublicEventType[];
  /** Which secret it has; the first is 0. */
  readonly generation: number;
  /** When the secret was rotated, ms since the epoch, UTC; null: never. */
  readonly rotatedAt: number | null;
  /** Why it is disabled; null while it is enabled. */
  readonly disabled: (typeof disableReasons)[number] | null;
  /** Where its events begin. Each replay has a cursor of its own, which only moves forward. */
  readonly run: { readonly number: number; readonly after: string | null; readonly since: string | null };
  /** Of its last event: tries are counted from there. */
  readonly revision: number;
}
export type Webhooks = ReadonlyMap<string, Webhook>;
export const noWebhooks: Webhooks = new Map();

export const webhookCursor = ({ webhookId, run }: Pick<Webhook, 'webhookId' | 'run'>) =>
  `webhook:${webhookId}:${run.number}` as const;

/** Whether it is sent an event that it comes to in the log. */
export const isSentTo = ({ types, run }: Webhook, { type, recordedAt }: PublicEvent): boolean =>
  types.includes(type) && (run.since === null || Date.parse(recordedAt) >= Date.parse(run.since));

export const foldWebhooks = (webhooks: Webhooks, events: readonly Recorded<WebhookEvent>[]): Webhooks =>
  events.reduce(foldOne, webhooks);

function foldOne(webhooks: Webhooks, event: Recorded<WebhookEvent>): Webhooks {
  const { webhookId } = event.data;
  const next = new Map(webhooks);
  if (event.type === 'WebhookRemoved') {
    next.delete(webhookId);
    return next;
  }
  const webhook = event.type === 'WebhookAdded' ? added(event) : changed(webhooks.get(webhookId), event);
  return webhook ? next.set(webhookId, { ...webhook, revision: event.revision }) : webhooks;
}

const added = ({ data, position, revision }: Recorded<Extract<WebhookEvent, { type: 'WebhookAdded' }>>): Webhook => ({
  ...data,
  ...{ generation: 0, rotatedAt: null, disabled: null, revision },
  run: { number: 0, after: position, since: null },
});

type Change = Recorded<Exclude<WebhookEvent, { type: 'WebhookAdded' | 'WebhookRemoved' }>>;
function changed(webhook: Webhook | undefined, event: Change): Webhook | undefined {
  switch (event.type) {
    case 'WebhookChanged':
      return webhook && { ...webhook, ...event.data };
    case 'WebhookSecretRotated':
      return webhook && { ...webhook, generation: event.data.generation, rotatedAt: requestedAt(event.metadata) };
    case 'WebhookDisabled':
      return webhook && { ...webhook, disabled: event.data.reason };
    case 'WebhookEnabled':
      return webhook && { ...webhook, disabled: null };
    case 'WebhookReplayed': {
      const { after, since } = event.data;
      return webhook && { ...webhook, disabled: null, run: { number: webhook.run.number + 1, after, since } };
    }
    default:
      return unreachable(event);
  }
}
