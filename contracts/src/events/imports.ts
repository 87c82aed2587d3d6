import { z } from 'zod';
import { dateSchema, idSchema, timeSchema } from '../ids.ts';
import { listKindSchema } from '../imports/kinds.ts';
import { defineEvent, type EventOf } from './definition.ts';

const row = z.int().min(2);
/** Rows that were not imported: a code of a refusal or of `importProblems`. */
const refusedRows = z.array(z.object({ row, code: z.string() }));

export const importEvents = [
  /**
   * The rows of a previewed file are imported from here on. Until the end, the encrypted file is stored beside the log.
   * The event holds nothing of the file, since names of files and columns may be names of persons.
   */
  defineEvent(
    'ImportStarted',
    1,
    z.object({
      kind: listKindSchema,
      /** The digest of file, columns and decisions, under a key of the vault. */
      digest: z.string(),
      /** The rows to import; `skipped` are those that the preview refused or that had no decision. */
      rows: z.int(),
      skipped: z.int(),
      /** HMAC of the header row under a key of the vault, and the field of each column: for the next file with this header row. */
      headerDigest: z.string(),
      columns: z.array(z.string().nullable()),
    }),
    { action: 'import', sentence: ['importStarted', 'data.kind', 'data.rows'] },
  ),
  /**
   * `done` is the number of imported rows; `importedRows`, `matched` and `refusedRows` are those since the previous
   * event.
   */
  defineEvent(
    'ImportAdvanced',
    1,
    z.object({
      done: z.int(),
      /** The rows that created or changed a record, with its id. */
      importedRows: z.array(z.object({ row, id: z.string(), isNew: z.boolean() })),
      matched: z.int(),
      refusedRows,
    }),
    { action: 'import', sentence: ['importAdvanced', 'data.done'] },
  ),
  /**
   * `erased`: stopped because a patient in the file was erased; `lost`: stopped because the file no longer exists.
   * `changed` counts the records that were created or changed.
   */
  defineEvent(
    'ImportFinished',
    1,
    z.object({ outcome: z.enum(['done', 'erased', 'lost']), changed: z.int().exactOptional() }),
    { action: 'import', sentence: ['importFinished', 'data.outcome', 'data.changed'] },
  ),
  /** The records that the import created are removed from here on, unless they have changed since. */
  defineEvent('ImportUndoStarted', 1, z.object({}), { action: 'import', sentence: ['importUndoStarted'] }),
  defineEvent(
    'ImportUndoAdvanced',
    1,
    z.object({
      done: z.int(),
      undone: z.int(),
      keptRows: z.array(z.object({ row, id: z.string(), code: z.string() })),
    }),
    { action: 'import', sentence: ['importUndoAdvanced', 'data.done'] },
  ),
  /** `undone` counts the rows that were undone; the others were kept. */
  defineEvent('ImportUndoFinished', 1, z.object({ undone: z.int().exactOptional() }), {
    action: 'import',
    sentence: ['importUndoFinished', 'data.undone'],
  }),
] as const;
export type ImportEvent = EventOf<(typeof importEvents)[number]>;

/** An imported past visit. It counts in no slot and in no takings. */
export const pastVisitSchema = z.object({
  visitId: idSchema,
  pocId: idSchema,
  date: dateSchema,
  time: timeSchema.nullable(),
  outcome: z.enum(['Availed', 'Not_Availed', 'Cancelled']),
  paid: z.boolean().nullable(),
});
export type PastVisit = z.infer<typeof pastVisitSchema>;
