import { z } from 'zod';
import { positionSchema } from '../ids.ts';
import { publicKeySchema, signedHeadSchema } from './signed-head.ts';

/**
 * The format of an export with the chain: one JSON object per line, in the order of the log. A header; entries, hashes
 * of omitted entries, and signed heads of the log; a signed end. docs/verifying-exports.md describes it.
 */
export const exportFormat = 'dayline-export/1';
/** A report as one JSON object per line: sums, and the entries that changed a figure; its end is signed too. */
export const reportFormat = 'dayline-report/1';

const momentSchema = z.looseObject({ instant: z.string(), position: z.string(), zone: z.string() });
export const reportHeaderSchema = z.object({
  format: z.literal(reportFormat),
  clinic: z.string(),
  month: z.string(),
  /** UTC. */
  madeAt: z.string(),
  key: publicKeySchema,
  earlier: momentSchema,
  later: momentSchema,
});
export type ReportHeader = z.infer<typeof reportHeaderSchema>;

export const headerSchema = z.object({
  format: z.literal(exportFormat),
  clientId: z.string(),
  clinic: z.string(),
  zone: z.string(),
  /** The filters of the export. */
  selection: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** UTC. */
  madeAt: z.string(),
  key: publicKeySchema,
  /** The signed head that the export continues from; null: the log's first entry. */
  start: signedHeadSchema.nullable(),
  /** Whether the export has every signed head of its stretch. */
  everyHead: z.boolean().optional(),
});
export type ExportHeader = z.infer<typeof headerSchema>;

const entrySchema = z.object({
  position: positionSchema,
  /** In the clinic's zone, with offset. */
  time: z.string(),
  utc: z.string(),
  by: z.string(),
  text: z.string(),
  /** The reason; null without one, or once its person was erased. */
  reason: z.string().nullable(),
  note: z.string().nullable(),
  /** The chain of the stream's previous entry; empty for its first. */
  previous: z.string(),
  /** SHA-256 (hex) of `previous` and `content`. */
  chain: z.string(),
  /** The entry as stored, personal fields encrypted, as canonical JSON. */
  content: z.string(),
});
export type ExportEntry = z.infer<typeof entrySchema>;

/** The unencrypted part of an entry's content. */
export const contentSchema = z.object({
  stream: z.string(),
  revision: z.int().min(0),
  type: z.string(),
  metadata: z.object({ recordedAt: z.string(), actor: z.object({ id: z.string(), name: z.string() }) }),
});

/** The actor that an entry names. */
export function authorOf({
  type,
  metadata: { actor },
}: Pick<z.infer<typeof contentSchema>, 'type' | 'metadata'>): string {
  // The product plans a day together with somebody's command.
  if (type === 'SlotsPlanned') return 'Dayline';
  return actor.id === 'sign-in' ? 'Somebody' : actor.name;
}

const endSchema = z.object({
  entries: z.int(),
  leftOut: z.int(),
  /** The running hash over all lines before (`sealText`). */
  seal: z.string(),
  keyId: z.string(),
  /** The signature of `sealedText`, base64. */
  signature: z.string(),
});
export type ExportEnd = z.infer<typeof endSchema>;

export const reportLineSchema = z.union([z.looseObject({ row: z.string() }), z.strictObject({ end: endSchema })]);

export const lineSchema = z.union([
  entrySchema,
  z.strictObject({ leftOut: z.array(z.string()) }),
  /** The log's digest at this position is this head's. */
  z.strictObject({ head: signedHeadSchema }),
  /** The export has no entry up to this head, and no hashes. */
  z.strictObject({ skip: signedHeadSchema }),
  z.strictObject({ end: endSchema }),
]);

/** The text whose SHA-256 (hex) is the seal after a line. */
export const sealText = (previous: string, line: string): string => `${previous}\n${line}`;
/** The text that the end's signature signs. */
export const sealedText = (seal: string): string => `Dayline export\n${seal}`;
