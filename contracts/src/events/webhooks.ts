import { z } from 'zod';
import { publicEventTypes } from '../api-keys/public-event-types.ts';
import { idSchema, positionSchema } from '../ids.ts';
import { defineEvent, type EventOf } from './definition.ts';

/** The host of the address, for sentences: an address may end in a word that opens something. */
const webhook = { webhookId: idSchema, host: z.string() };
const types = z.array(z.enum(publicEventTypes));

/** `gone`: the receiver answered 410; `failed`: the last try failed. */
export const disableReasons = ['admin', 'gone', 'failed'] as const;

/** The webhooks of a client. No secret is in an event: it follows from the webhook and the generation. */
export const webhookEvents = [
  defineEvent('WebhookAdded', 1, z.object({ ...webhook, url: z.string(), types }), {
    action: 'settings',
    sentence: ['webhookAdded', 'data.host'],
  }),
  defineEvent('WebhookChanged', 1, z.object({ ...webhook, url: z.string(), types }), {
    action: 'settings',
    sentence: ['webhookChanged', 'data.host'],
  }),
  /** The secret before it is valid for another day. */
  defineEvent('WebhookSecretRotated', 1, z.object({ ...webhook, generation: z.int().min(1) }), {
    action: 'settings',
    sentence: ['webhookSecretRotated', 'data.host'],
  }),
  defineEvent('WebhookDisabled', 1, z.object({ ...webhook, reason: z.enum(disableReasons) }), {
    action: 'settings',
    sentence: ['webhookDisabled', 'data.host', 'data.reason'],
  }),
  defineEvent('WebhookEnabled', 1, z.object(webhook), {
    action: 'settings',
    sentence: ['webhookEnabled', 'data.host'],
  }),
  /** It is sent the events from here on once more, and is enabled. */
  defineEvent(
    'WebhookReplayed',
    1,
    z.object({
      ...webhook,
      /** Exclusive; null: the beginning of the log. */
      after: positionSchema.nullable(),
      /** Events recorded before this instant are left out; null: none. */
      since: z.iso.datetime().nullable(),
    }),
    { action: 'settings', sentence: ['webhookReplayed', 'data.host'] },
  ),
  defineEvent('WebhookRemoved', 1, z.object(webhook), {
    action: 'settings',
    sentence: ['webhookRemoved', 'data.host'],
  }),
] as const;
export type WebhookEvent = EventOf<(typeof webhookEvents)[number]>;
