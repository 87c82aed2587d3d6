import { z } from 'zod';
import { dateSchema, idSchema, timeSchema } from '../ids.ts';
import { importKindSchema } from '../imports/kinds.ts';
import { defineEvent, type EventOf } from './definition.ts';

const row = z.int().min(2);
/** Rows that were not carried out: a code of a refusal or of `importProblems`. */
const refusedRows = z.array(z.object({ row, code: z.string() }));

export const importEvents = [
  /**
   * Rows of a rehearsed file are carried out from here on. The file lies encrypted beside the log until it is settled.
   * Nothing of the file stands here: names of files and columns may be those of persons.
   */
  defineEvent(
    'ImportStarted',
    1,
    z.object({
      what: importKindSchema,
      /** Of file, columns and answers, under a key of the vault. */
      digest: z.string(),
      /** That are carried out, and that the rehearsal left out. */
      rows: z.int(),
      leftOut: z.int(),
      /** The names of the columns under a key of the vault, and what they became: for the next file with these columns. */
      headings: z.string(),
      columns: z.array(z.string().nullable()),
    }),
    { action: 'import', sentence: ['importStarted', 'data.what', 'data.rows'] },
  ),
  /** So many rows are done; `made`, `matched` and `refusedRows` are those since the event before. */
  defineEvent(
    'ImportAdvanced',
    1,
    z.object({
      done: z.int(),
      /** What each row made or changed, by the id of what it is of. */
      made: z.array(z.object({ row, id: z.string(), isNew: z.boolean() })),
      matched: z.int(),
      refusedRows,
    }),
    { action: 'import', sentence: ['importAdvanced', 'data.done'] },
  ),
  /** `erased`: it stopped because one of its persons was erased; `lost`: because its file is gone. */
  defineEvent('ImportSettled', 1, z.object({ ended: z.enum(['done', 'erased', 'lost']) }), {
    action: 'import',
    sentence: ['importSettled', 'data.ended'],
  }),
  /** What it made, and nothing has touched since, is taken back from here on. */
  defineEvent('ImportBackStarted', 1, z.object({}), { action: 'import', sentence: ['importBackStarted'] }),
  defineEvent(
    'ImportBackAdvanced',
    1,
    z.object({
      done: z.int(),
      takenBack: z.int(),
      stayedRows: z.array(z.object({ row, id: z.string(), code: z.string() })),
    }),
    { action: 'import', sentence: ['importBackAdvanced', 'data.done'] },
  ),
  defineEvent('ImportBackSettled', 1, z.object({}), { action: 'import', sentence: ['importBackSettled'] }),
] as const;
export type ImportEvent = EventOf<(typeof importEvents)[number]>;

/** A visit before the patient came to be booked here. It counts in no slot and in no takings. */
export const pastVisitSchema = z.object({
  visitId: idSchema,
  pocId: idSchema,
  date: dateSchema,
  time: timeSchema.nullable(),
  outcome: z.enum(['Availed', 'Not_Availed', 'Cancelled']),
  paid: z.boolean().nullable(),
});
export type PastVisit = z.infer<typeof pastVisitSchema>;
