import { z } from 'zod';
import { positionSchema } from '../ids.ts';
import { publicKeySchema, signedHeadSchema } from './signed-head.ts';

/**
 * The format of an export with the chain: one JSON object per line, in the order of the log. A header; entries, hashes
 * of the entries that are left out, and signed heads of the log; an end, signed. docs/verifying-exports.md describes it.
 */
export const exportFormat = 'dayline-export/1';
/** A report as one JSON object per line: sums, and the entries that made a difference; its end is signed likewise. */
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
  /** What the export was narrowed to. */
  selection: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** UTC. */
  madeAt: z.string(),
  key: publicKeySchema,
  /** The signed head that the export begins after; null: at the log's first entry. */
  start: signedHeadSchema.nullable(),
  /** Whether each signed head of its stretch is in the export. */
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
  /** Why; null without a reason, or once its person was erased. */
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

/** What is in the clear of an entry's content. */
export const contentSchema = z.object({
  stream: z.string(),
  revision: z.int().min(0),
  type: z.string(),
  metadata: z.object({ recordedAt: z.string(), actor: z.object({ id: z.string(), name: z.string() }) }),
});

/** Who an entry is said to be by. */
export function authorOf({
  type,
  metadata: { actor },
}: Pick<z.infer<typeof contentSchema>, 'type' | 'metadata'>): string {
  // A day's plan is made by the product, with somebody's command.
  if (type === 'SlotsPlanned') return 'Dayline';
  return actor.id === 'sign-in' ? 'Somebody' : actor.name;
}

const endSchema = z.object({
  entries: z.int(),
  leftOut: z.int(),
  /** The running hash over all lines before (`sealText`). */
  seal: z.string(),
  keyId: z.string(),
  /** Of `sealedText`, base64. */
  signature: z.string(),
});
export type ExportEnd = z.infer<typeof endSchema>;

export const reportLineSchema = z.union([z.looseObject({ row: z.string() }), z.strictObject({ end: endSchema })]);

export const lineSchema = z.union([
  entrySchema,
  z.strictObject({ leftOut: z.array(z.string()) }),
  /** The log's digest up to here is this head's. */
  z.strictObject({ head: signedHeadSchema }),
  /** No entry up to this head is in the export, nor their hashes. */
  z.strictObject({ skip: signedHeadSchema }),
  z.strictObject({ end: endSchema }),
]);

/** The text whose SHA-256 (hex) is the seal after a line. */
export const sealText = (previous: string, line: string): string => `${previous}\n${line}`;
/** The text that the end's signature is of. */
export const sealedText = (seal: string): string => `Dayline export\n${seal}`;
