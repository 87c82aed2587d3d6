import { z } from 'zod';
import { publicEventTypes } from '../../api-keys/public-event-types.ts';
import { disableReasons } from '../../events/webhooks.ts';
import { idSchema, instantSchema, positionSchema } from '../../ids.ts';
import { maxUrlLength } from '../../partner/webhook.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';

const instant = z.iso.datetime();
const chooseTypes = 'Please choose what the webhook is sent.';
const typesOfWebhook = z
  .array(z.enum(publicEventTypes), { error: chooseTypes })
  .min(1, chooseTypes)
  .max(publicEventTypes.length, chooseTypes)
  .transform((types) => publicEventTypes.filter((type) => types.includes(type)));
const url = z
  .string()
  .regex(/^https?:\/\/\S+$/, 'Please enter an address that begins with https.')
  .max(maxUrlLength, 'Please enter a shorter address.');

/** A webhook of another client is refused as an unknown one. */
const command = {
  kind: 'command',
  access: ['admin'],
  action: 'settings',
  claims: [claims.client],
  response: z.object(commandReply),
  failure: 'Failed to save the webhook.',
} as const;
const change = { ...command, needsProof: true } as const;
const ofWebhook = { clientId: idSchema, webhookId: idSchema };
const refusals = ['webhook.unknown', 'key.reused', 'log.conflict'] as const;
/** `whsec_…`, shown once: it is stored nowhere. */
const secret = z.string();

const addWebhook = endpoint('/api/webhooks/add', {
  ...change,
  request: z.strictObject({ clientId: idSchema, url, types: typesOfWebhook }),
  response: z.object({ ...commandReply, webhookId: idSchema, secret }),
  refusals: ['webhook.address', 'webhook.limit', 'key.reused', 'log.conflict'],
  title: 'Add a webhook, which is sent what happens from now on; returns its secret, which is shown once',
});

const changeWebhook = endpoint('/api/webhooks/change', {
  ...change,
  request: z.strictObject({ ...ofWebhook, url, types: typesOfWebhook }),
  refusals: ['webhook.address', ...refusals],
  title: "Change a webhook's address, and what it is sent",
});

const rotateWebhookSecret = endpoint('/api/webhooks/rotate-secret', {
  ...change,
  request: z.strictObject(ofWebhook),
  response: z.object({ ...commandReply, secret }),
  refusals,
  title: 'Give a webhook another secret; the one before is valid for another 24 hours',
});

const switchWebhook = endpoint('/api/webhooks/switch', {
  ...change,
  request: z.strictObject({ ...ofWebhook, isEnabled: z.boolean() }),
  refusals,
  title: 'Disable a webhook, or enable it: then it is sent what has waited',
});

const replayWebhook = endpoint('/api/webhooks/replay', {
  ...change,
  request: z.strictObject({
    ...ofWebhook,
    from: z.union([z.strictObject({ after: positionSchema }), z.strictObject({ since: instantSchema })]),
  }),
  refusals,
  title: 'Send a webhook once more what happened after a position, or since an instant; enables it',
});

const removeWebhook = endpoint('/api/webhooks/remove', {
  ...change,
  request: z.strictObject(ofWebhook),
  refusals,
  title: 'Remove a webhook',
});

const sent = z.object({
  ...commandReply,
  /** The HTTP status of the answer; null if none came. */
  status: z.int().nullable(),
});

const testWebhook = endpoint('/api/webhooks/test', {
  ...command,
  request: z.strictObject(ofWebhook),
  response: sent,
  refusals: ['webhook.unknown', 'request.throttled', 'key.reused', 'log.conflict'],
  failure: 'The test event could not be sent.',
  title: 'Send a test event of the type `webhook.test`, and return what the receiver answered',
});

const sendDeliveryAgain = endpoint('/api/webhooks/send-again', {
  ...command,
  request: z.strictObject({ ...ofWebhook, deliveryId: idSchema }),
  response: sent,
  refusals: ['webhook.unknown', 'delivery.unknown', 'request.throttled', 'key.reused', 'log.conflict'],
  failure: 'The event could not be sent.',
  title: 'Send an event once more under its id, out of turn, and return what the receiver answered',
});

const query = { kind: 'query', access: ['admin', 'auditor'], claims: [claims.client] } as const;

const listWebhooks = endpoint('/api/webhooks/list', {
  ...query,
  request: z.strictObject({ clientId: idSchema }),
  response: z.array(
    z.object({
      webhookId: idSchema,
      url: z.string(),
      types: z.array(z.enum(publicEventTypes)),
      disabled: z.enum(disableReasons).nullable(),
      /** Events that wait: at most 500 are counted. */
      waiting: z.int(),
      hasMore: z.boolean(),
      /** When the first of them was recorded. */
      waitingSince: instant.nullable(),
      /** The last try: of an event that waits, when the next one is. */
      last: z
        .object({ at: instant, ms: z.int(), status: z.int().nullable(), attempt: z.int(), nextAt: instant.nullable() })
        .nullable(),
    }),
  ),
  failure: 'Failed to fetch the webhooks.',
  title: "A client's webhooks, with what waits and the last delivery",
});

const listDeliveries = endpoint('/api/webhooks/deliveries', {
  ...query,
  refusals: ['webhook.unknown'],
  request: z.strictObject({ ...ofWebhook, before: idSchema.optional() }),
  response: z.array(
    z.object({
      deliveryId: idSchema,
      eventId: idSchema,
      type: z.string(),
      at: instant,
      ms: z.int(),
      /** From 1; 0: a test, or sent again by hand. */
      attempt: z.int(),
      status: z.int().nullable(),
      /** Why no answer came. */
      error: z.string().nullable(),
      /** The body that was sent. */
      sent: z.string(),
      /** The first bytes of the answer. */
      answer: z.string(),
    }),
  ),
  failure: 'Failed to fetch the deliveries.',
  title: 'Deliveries of a webhook, the newest first, 50 at a time: of the last 30 days, at most 1,000',
});

export const webhookEndpoints = {
  addWebhook,
  changeWebhook,
  rotateWebhookSecret,
  switchWebhook,
  replayWebhook,
  removeWebhook,
  testWebhook,
  sendDeliveryAgain,
  listWebhooks,
  listDeliveries,
};
