import { z } from 'zod';

/**
 * The actor. `partner` is another system with an API key, whose name it has. `patient` is the patient whose id it has,
 * by a link in a message, without a name. `system` is the product itself (demo data, event followers).
 */
export const actorSchema = z.object({
  kind: z.enum(['admin', 'doctor', 'auditor', 'partner', 'patient', 'system']),
  id: z.string(),
  name: z.string(),
});
export type Actor = z.infer<typeof actorSchema>;

/**
 * Where the request came from: the pages, the command line, a partner's system, patients by WhatsApp, the demo data a
 * link in an email, or the product itself.
 */
export const channels = ['web', 'command line', 'partner', 'whatsapp', 'email', 'demo', 'system'] as const;
export type Channel = (typeof channels)[number];

/** Set on every event by the command service, in one place. */
export const metadataSchema = z.object({
  /** Derived from account, call and Idempotency-Key; the same for all events of one command. */
  commandId: z.string(),
  /** Hash of the command's body: another body under the same id is refused. */
  commandDigest: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  actor: actorSchema,
  clientId: z.string(),
  channel: z.enum(channels),
  /**
   * When the log recorded the event, never before the previous event, so that times follow positions. UTC, ISO 8601
   * with ms.
   */
  recordedAt: z.iso.datetime(),
  /** When the command was requested, if that differs from `recordedAt`: see `requestedAt`. */
  requestedAt: z.iso.datetime().optional(),
  /**
   * The import that the event is a row of, or the request for many changes that it belongs to; absent in other events.
   */
  batchId: z.string().optional(),
  /** The number of changes that were requested at once; only in the first of them. */
  batchSize: z.int().optional(),
  schemaVersion: z.int().min(1),
  /** Ids of the personal keys that encrypt fields of the data. */
  keyIds: z.array(z.string()),
  traceparent: z.string().optional(),
  /** SHA-256 (hex) of the previous event's chain in the stream and this event's canonical content. */
  chain: z.string(),
});
export type EventMetadata = z.infer<typeof metadataSchema>;

/**
 * When an event's command was requested, ms since the epoch, by the command service's clock. Rules about time compare
 * this instant with that of the present command.
 */
export const requestedAt = (metadata: Pick<EventMetadata, 'recordedAt' | 'requestedAt'>): number =>
  Date.parse(metadata.requestedAt ?? metadata.recordedAt);
