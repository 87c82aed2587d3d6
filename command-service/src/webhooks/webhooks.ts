import type { PublicEventType } from '@dayline/contracts/api-keys/public-event-types';
import { refuse } from '@dayline/contracts/errors';
import type { WebhookEvent } from '@dayline/contracts/events/webhooks';
import { foldWebhooks, maxWebhooks, noWebhooks, type Webhook, type Webhooks } from '@dayline/contracts/partner/webhook';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, Decision } from '../command-handler/decider.ts';

interface Details {
  readonly url: string;
  readonly types: readonly PublicEventType[];
}
export type WebhookCommand = { readonly webhookId: string } & (
  | ({ readonly kind: 'add' } & Details)
  | ({ readonly kind: 'change' } & Details)
  | { readonly kind: 'rotate' | 'enable' | 'remove' }
  | { readonly kind: 'disable'; readonly reason: 'admin' | 'gone' | 'failed'; readonly revision?: number }
  | { readonly kind: 'replay'; readonly after: string | null; readonly since: string | null }
);

/** The webhooks of a client, which are few. */
export const webhooks: Decider<Webhooks, WebhookCommand, WebhookEvent, object> = {
  initial: noWebhooks,
  fold: foldWebhooks,
  decide(state, command) {
    const { webhookId } = command;
    const webhook = state.get(webhookId);
    if (command.kind === 'add') {
      if (webhook) return refuse('value.taken');
      if (state.size >= maxWebhooks) return refuse('webhook.limit');
      const { url, types } = command;
      return [{ type: 'WebhookAdded', data: { webhookId, host: new URL(url).host, url, types: [...types] } }];
    }
    return webhook ? decided(webhook, command) : refuse('webhook.unknown');
  },
};

type Change = Exclude<WebhookCommand, { readonly kind: 'add' }>;

function decided(webhook: Webhook, command: Change): Decision<WebhookEvent> {
  const { webhookId, host, disabled } = webhook;
  const named = { webhookId, host };
  switch (command.kind) {
    case 'change': {
      const { url } = command;
      const types = [...command.types];
      const isSame = url === webhook.url && types.join() === webhook.types.join();
      return isSame ? [] : [{ type: 'WebhookChanged', data: { webhookId, host: new URL(url).host, url, types } }];
    }
    case 'rotate':
      return [{ type: 'WebhookSecretRotated', data: { ...named, generation: webhook.generation + 1 } }];
    case 'enable':
      return disabled === null ? [] : [{ type: 'WebhookEnabled', data: named }];
    case 'disable': {
      // The dispatcher decided by an earlier state: whoever changed the webhook since wants it tried again.
      const isStale = command.revision !== undefined && command.revision !== webhook.revision;
      const { reason } = command;
      return disabled !== null || isStale ? [] : [{ type: 'WebhookDisabled', data: { ...named, reason } }];
    }
    case 'replay': {
      const { after, since } = command;
      return [{ type: 'WebhookReplayed', data: { ...named, after, since } }];
    }
    case 'remove':
      return [{ type: 'WebhookRemoved', data: named }];
    default:
      return unreachable(command);
  }
}
