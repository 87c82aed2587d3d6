import { z } from 'zod';
import { idSchema } from '../../ids.ts';
import { listKindSchema } from '../../imports/kinds.ts';
import { claims, endpoint } from '../definition.ts';

const importSchema = z.object({
  importId: idSchema,
  kind: listKindSchema,
  /** The person who started it. */
  by: z.string(),
  /** UTC, ISO 8601, as the other instants. */
  startedAt: z.string(),
  /** Rows to import, and how many of them are done. */
  rows: z.int(),
  done: z.int(),
  created: z.int(),
  matched: z.int(),
  /** Rows that were refused during the import because something changed since the preview. */
  refused: z.int(),
  /** Rows that the preview refused, or that had no decision. */
  skipped: z.int(),
  finishedAt: z.string().nullable(),
  /** `erased`: stopped because a patient in the file was erased; `lost`: stopped because the file no longer exists. */
  outcome: z.enum(['done', 'erased', 'lost']).nullable(),
  /** Null if the import can't be undone. */
  undoUntil: z.string().nullable(),
  /** Set once the import is being undone. */
  undo: z
    .object({
      by: z.string(),
      startedAt: z.string(),
      undone: z.int(),
      kept: z.int(),
      finishedAt: z.string().nullable(),
    })
    .nullable(),
});
export type ImportOverview = z.infer<typeof importSchema>;

export const listImports = endpoint('/api/import/list', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  /** Newest first, at most 100. */
  response: z.object({ imports: z.array(importSchema) }),
  failure: 'Failed to fetch the imports.',
  title: 'The running and finished imports of a client, with their progress',
});

export const getImport = endpoint('/api/import/details', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema, importId: idSchema }),
  response: z.object({
    import: importSchema,
    /** Rows that were not imported, at most 1,000. */
    refused: z.array(z.object({ row: z.int(), code: z.string(), sentence: z.string() })),
    /** The records that the undo kept, at most 1,000. */
    kept: z.array(
      z.object({ row: z.int(), code: z.string(), sentence: z.string(), id: z.string(), name: z.string().nullable() }),
    ),
  }),
  failure: 'Failed to fetch the imports.',
  refusals: ['import.unknown'],
  title: 'An import with its refused rows, and the records kept when it was undone',
});
