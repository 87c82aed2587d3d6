import { z } from 'zod';

/** Who did it. `system` is the product itself (demo data, event followers). */
export const actorSchema = z.object({
  kind: z.enum(['admin', 'doctor', 'auditor', 'system']),
  id: z.string(),
  name: z.string(),
});
export type Actor = z.infer<typeof actorSchema>;

/** Where the request came from: the pages, the command line, the demo data or the product itself. */
export const channels = ['web', 'command line', 'demo', 'system'] as const;
export type Channel = (typeof channels)[number];

/** Set on every event, in one place, by the command service. */
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
   * When the log took it: never before the event before it in the log, so that times follow positions. UTC, ISO 8601 with
   * ms.
   */
  recordedAt: z.iso.datetime(),
  /** When the command was requested, where that isn't `recordedAt`: see `requestedAt`. */
  requestedAt: z.iso.datetime().optional(),
  /** The import of which it is a row, or the request for many changes of which it is one; absent of other events. */
  batchId: z.string().optional(),
  /** Of the first of many changes: how many were asked for at once. */
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
 * When an event's command was requested, ms since the epoch, by the clock of the command service: the rules of time decide
 * by this instant and by that of the command at hand.
 */
export const requestedAt = (metadata: Pick<EventMetadata, 'recordedAt' | 'requestedAt'>): number =>
  Date.parse(metadata.requestedAt ?? metadata.recordedAt);
