import { z } from 'zod';

/** Who did it. `system` is the product itself (demo data, followers). */
export const actorSchema = z.object({
  kind: z.enum(['admin', 'doctor', 'auditor', 'system']),
  id: z.string(),
  name: z.string(),
});
export type Actor = z.infer<typeof actorSchema>;

/** Stamped on every event in one place, by the command service. */
export const metadataSchema = z.object({
  /** Derived from account, call and Idempotency-Key; the same for all events of one command. */
  commandId: z.string(),
  /** Hash of the command's body: another body under the same id is refused. */
  commandDigest: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  actor: actorSchema,
  clientId: z.string(),
  /** The command service's clock, UTC, ISO 8601 with ms. */
  recordedAt: z.iso.datetime(),
  schemaVersion: z.int().min(1),
  /** The personal keys that sealed fields of the data are sealed with. */
  keyIds: z.array(z.string()),
  traceparent: z.string().optional(),
  /** SHA-256 (hex) of the previous event's chain in the stream and this event's canonical content. */
  chain: z.string(),
});
export type EventMetadata = z.infer<typeof metadataSchema>;
