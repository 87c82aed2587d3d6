import { z } from 'zod';
import { lineSchema } from '../fields/text.ts';
import { dateSchema, idSchema } from '../ids.ts';
import { type ImportField, importFields, importKindSchema } from '../imports/kinds.ts';
import { claims, endpoint } from './definition.ts';
import { commandReply } from './shapes.ts';

export const mostImportBytes = 10 * 1024 * 1024;
export const mostImportRows = 50_000;
export const mostImportColumns = 100;
/** Rows that an import names one by one, of each kind. */
export const mostRefusedRows = 1_000;
/** Answers that one call brings. */
export const mostAnswers = 240;
/** How long a file lies there before it is started, ms. */
export const importLiesMs = 60 * 60 * 1_000;
/** How long an import can be taken back after it was settled, ms. */
export const importBackMs = 24 * 60 * 60 * 1_000;

const ofAdmin = { kind: 'command', access: ['admin'], claims: [claims.client] } as const;
const failure = 'The import failed. Please try again.';

// Named, since its sixty values in each reply are too long a type.
const fieldSchema: z.ZodType<ImportField, ImportField> = z.enum(importFields);
/** Which field each column of the file becomes; null: it isn't brought. */
const columnsSchema = z.array(fieldSchema.nullable()).max(mostImportColumns);
const dayOrderSchema = z.enum(['dayFirst', 'monthFirst']);

/** A file as it was read, and what its columns are taken for. */
const fileSchema = z.object({
  importId: idSchema,
  fileName: z.string(),
  bytes: z.int(),
  rows: z.int(),
  separator: z.enum([',', ';', '\t', '|']),
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
  what: importKindSchema,
  /** Of dates such as 03/02/2026; another form says it by itself. */
  dayOrder: dayOrderSchema,
  columns: z.array(
    z.object({
      name: z.string(),
      /** The first three that aren't empty. */
      first: z.array(z.string()),
      empty: z.int(),
      becomes: fieldSchema.nullable(),
      /** `kept`: as in the last import of a file with these columns. */
      how: z.enum(['recognised', 'kept', 'guessed', 'unknown']),
    }),
  ),
});
export type ImportFile = z.infer<typeof fileSchema>;

const bringImport = endpoint('/api/import/bring', {
  ...ofAdmin,
  action: 'import',
  upload: {
    field: 'file',
    maxBytes: mostImportBytes,
    refusals: { missing: 'import.missing', tooLarge: 'import.too-large', busy: 'import.busy' },
  },
  request: z.strictObject({
    clientId: idSchema,
    fileName: lineSchema(120).optional(),
    /** Recognised by the columns if absent. */
    what: importKindSchema.optional(),
    /** Says that the first line names the columns, where none of the names is known. */
    firstLine: z.literal('names').optional(),
  }),
  response: z.object({ ...commandReply, file: fileSchema }),
  failure,
  refusals: [
    'import.missing',
    'import.too-large',
    'import.busy',
    'import.empty',
    'import.no-headers',
    'import.first-line',
    'import.too-heavy',
    'import.not-text',
    'import.too-many-rows',
    'import.too-many-columns',
    'import.row-too-long',
    'import.quote-open',
  ],
  title: 'Upload a CSV or TSV file, or pasted cells; the file is kept encrypted for an hour, and nothing is written',
});

const readImportColumns = endpoint('/api/import/columns', {
  ...ofAdmin,
  action: 'import',
  request: z.strictObject({ clientId: idSchema, importId: idSchema, what: importKindSchema }),
  response: z.object({ ...commandReply, file: fileSchema }),
  failure,
  refusals: ['import.unknown', 'import.running', 'import.too-heavy'],
  title: 'Read the columns of an uploaded file as another kind of list',
});

/** `mended` isn't one of them: a mended row is also new, known or somebody else. */
export const importFindings = ['new', 'known', 'somebodyElse', 'asks', 'refused'] as const;
export type ImportFinding = (typeof importFindings)[number];
const countsSchema = z.object({
  all: z.int(),
  new: z.int(),
  known: z.int(),
  somebodyElse: z.int(),
  asks: z.int(),
  refused: z.int(),
  mended: z.int(),
});
export type ImportCounts = z.infer<typeof countsSchema>;

/** What a row is about, somebody or something else: in the file (`row`), or known (`id`). */
const otherSchema = z.object({ row: z.int().nullable(), id: z.string().nullable(), name: z.string().nullable() });

const rowSchema = z.object({
  /** As spreadsheets count: the names of the columns are row 1. */
  row: z.int(),
  finding: z.enum(importFindings),
  cells: z.array(
    z.object({
      field: fieldSchema,
      /** As it stands in the file. */
      typed: z.string(),
      /** What becomes of it; null: nothing. */
      read: z.string().nullable(),
      isMended: z.boolean(),
    }),
  ),
  /** Whom the row is known as, or perhaps, or whose phone it is on. */
  other: otherSchema.nullable(),
  /** Of a known one, what would change; empty: nothing. */
  changes: z.array(z.object({ field: fieldSchema, before: z.string().nullable(), after: z.string().nullable() })),
  /** Why it is refused, or what it asks: a code of `importProblems` or of a refusal. */
  problem: z.object({ field: fieldSchema.nullable(), code: z.string(), sentence: z.string() }).nullable(),
});
export type ImportRow = z.infer<typeof rowSchema>;

const rehearsed = {
  clientId: idSchema,
  importId: idSchema,
  what: importKindSchema,
  columns: columnsSchema,
  dayOrder: dayOrderSchema.default('dayFirst'),
  /** The answers that are taken, as `import/answer` has said; empty without any. Rows without an answer stay out. */
  answered: z.string().max(100).default(''),
};

const answerImport = endpoint('/api/import/answer', {
  ...ofAdmin,
  action: 'import',
  request: z.strictObject({
    clientId: idSchema,
    importId: idSchema,
    /** To rows that ask, those that have changed: whether it is the same person, and which of two ages holds. */
    answers: z
      .array(
        z.strictObject({
          row: z
            .int()
            .min(2)
            .max(mostImportRows + 1),
          /** Neither this nor `age` takes the answer back. */
          same: z.boolean().optional(),
          age: z.enum(['inName', 'beside']).optional(),
        }),
      )
      .max(mostAnswers),
  }),
  response: z.object({ ...commandReply, answered: z.string() }),
  failure,
  refusals: ['import.unknown', 'import.running'],
  title: 'Save decisions about rows of an uploaded file, in addition to earlier ones',
});

const rehearseImport = endpoint('/api/import/rehearse', {
  ...ofAdmin,
  action: 'import',
  request: z.strictObject({
    ...rehearsed,
    show: z.enum(['all', ...importFindings, 'mended']).default('all'),
    page: z.int().min(1).default(1),
    pageSize: z.int().min(1).max(100).default(50),
  }),
  response: z.object({
    ...commandReply,
    /** How many rows are read by now; with fewer than all, `rehearsal` is null: ask again. */
    progress: z.object({ done: z.int(), rows: z.int() }),
    rehearsal: z
      .object({
        /** Of file, columns and answers: what a start names. */
        digest: z.string(),
        counts: countsSchema,
        /** Rows that a start carries out: all but those that ask or are refused. */
        starts: z.int(),
        /** Of what is shown. */
        total: z.int(),
        rows: z.array(rowSchema),
      })
      .nullable(),
  }),
  failure,
  refusals: [
    ...(['import.unknown', 'import.running', 'import.changed', 'import.too-heavy'] as const),
    ...(['import.column-missing', 'import.column-twice', 'views.behind'] as const),
  ],
  title: 'Preview an import: the result of each row of an uploaded file, by page; writes nothing',
});

const exportRefusedRows = endpoint('/api/import/refused-rows', {
  ...ofAdmin,
  action: 'import',
  request: z.strictObject({ clientId: idSchema, importId: idSchema, digest: z.string().max(100) }),
  response: z.object({}),
  produces: 'text/csv; charset=utf-8',
  failure,
  refusals: ['import.unknown', 'import.changed', 'import.too-heavy'],
  title: 'The rows of a previewed file that are refused or need a decision, as CSV with the reason',
});

const startImport = endpoint('/api/import/start', {
  ...ofAdmin,
  action: 'import',
  request: z.strictObject({ clientId: idSchema, importId: idSchema, digest: z.string().max(100) }),
  response: z.object(commandReply),
  failure,
  refusals: ['import.unknown', 'import.changed', 'key.reused', 'log.conflict'],
  title: 'Start a previewed import; repeating the call has no further effect',
});

const takeBackImport = endpoint('/api/import/back', {
  ...ofAdmin,
  action: 'import',
  request: z.strictObject({ clientId: idSchema, importId: idSchema }),
  response: z.object(commandReply),
  failure,
  refusals: ['import.unknown', 'import.running', 'import.too-late', 'key.reused', 'log.conflict'],
  title: 'Undo an import within 24 hours; records that have changed since are kept',
});

const importSchema = z.object({
  importId: idSchema,
  what: importKindSchema,
  /** Who started it. */
  by: z.string(),
  /** UTC, ISO 8601, as the other instants. */
  startedAt: z.string(),
  /** Rows that are carried out, and how many of them are done. */
  rows: z.int(),
  done: z.int(),
  created: z.int(),
  matched: z.int(),
  /** Refused while it ran: what the rehearsal found has changed since. */
  refused: z.int(),
  /** What the rehearsal left out: refused, or asking. */
  leftOut: z.int(),
  settledAt: z.string().nullable(),
  /** `erased`: it stopped, since one of its persons was erased; `lost`: its file is gone. */
  ended: z.enum(['done', 'erased', 'lost']).nullable(),
  /** Until when it can be taken back; null if it can't. */
  backUntil: z.string().nullable(),
  /** Once it is being taken back. */
  back: z
    .object({
      by: z.string(),
      startedAt: z.string(),
      takenBack: z.int(),
      stayed: z.int(),
      settledAt: z.string().nullable(),
    })
    .nullable(),
});
export type ImportOverview = z.infer<typeof importSchema>;

const listImports = endpoint('/api/import/list', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  /** Newest first, at most 100. */
  response: z.object({ imports: z.array(importSchema) }),
  failure: 'Failed to fetch the imports.',
  title: 'The running and finished imports of a client, with their progress',
});

const getImport = endpoint('/api/import/details', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema, importId: idSchema }),
  response: z.object({
    import: importSchema,
    /** Rows that were not carried out, at most 1,000. */
    refused: z.array(z.object({ row: z.int(), code: z.string(), sentence: z.string() })),
    /** What stays when it is taken back, at most 1,000. */
    stayed: z.array(
      z.object({ row: z.int(), code: z.string(), sentence: z.string(), id: z.string(), name: z.string().nullable() }),
    ),
  }),
  failure: 'Failed to fetch the imports.',
  refusals: ['import.unknown'],
  title: 'An import with its refused rows, and the records kept when it was undone',
});

const exportList = endpoint('/api/import/take-out', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    what: importKindSchema,
    /** Of hours: the weeks in force on this date (default today); of past visits, the first date. */
    from: dateSchema.optional(),
  }),
  response: z.object({}),
  produces: 'text/csv; charset=utf-8',
  failure: 'The export failed. Please try again.',
  title: 'Export a list as CSV that can be imported again',
});

export const importEndpoints = {
  bringImport,
  readImportColumns,
  answerImport,
  rehearseImport,
  exportRefusedRows,
  startImport,
  takeBackImport,
  listImports,
  getImport,
  exportList,
};
