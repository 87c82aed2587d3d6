import { z } from 'zod';
import { lineSchema } from '../fields/text.ts';
import { dateSchema, idSchema } from '../ids.ts';
import { type ImportField, importFields, listKindSchema } from '../imports/kinds.ts';
import { claims, endpoint } from './definition.ts';
import { getImport, listImports } from './import/progress.ts';
import { commandReply, csvFile } from './shapes.ts';

export const maxImportBytes = 10 * 1024 * 1024;
export const maxImportRows = 50_000;
export const maxImportColumns = 100;
/** Rows that an import lists individually, per kind. */
export const maxRefusedRows = 1_000;
/** Decisions of one call. */
export const maxDecisions = 240;
/** How long an uploaded file is kept unless its import is started, ms. */
export const uploadKeptMs = 60 * 60 * 1_000;
/** How long a finished import can be undone, ms. */
export const importUndoMs = 24 * 60 * 60 * 1_000;

const adminCommand = { kind: 'command', access: ['admin'], claims: [claims.client] } as const;
const failure = 'The import failed. Please try again.';

// Named: its sixty values in each reply would make the type too long.
const fieldSchema: z.ZodType<ImportField, ImportField> = z.enum(importFields);
/** The field of each column of the file; null: the column is not imported. */
const columnsSchema = z.array(fieldSchema.nullable()).max(maxImportColumns);
const dayOrderSchema = z.enum(['dayFirst', 'monthFirst']);

/** An uploaded file, and the fields of its columns. */
const fileSchema = z.object({
  importId: idSchema,
  fileName: z.string(),
  bytes: z.int(),
  rows: z.int(),
  separator: z.enum([',', ';', '\t', '|']),
  /** Of a text; else the format of the file. */
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252', 'xlsx', 'icalendar', 'fhir']),
  kind: listKindSchema,
  /** The columns by which the kind was recognised; empty if it was chosen, or is that of the last such file. */
  kindReasons: z.array(z.string()),
  /** Whether no other kind fits nearly as well; else it must be chosen. */
  isKindClear: z.boolean(),
  /** The order in dates such as 03/02/2026; other forms are unambiguous. */
  dayOrder: dayOrderSchema,
  columns: z.array(
    z.object({
      name: z.string(),
      /** The first three non-empty values. */
      sampleValues: z.array(z.string()),
      empty: z.int(),
      field: fieldSchema.nullable(),
      /** `remembered`: as in the last import of a file with this header row. */
      match: z.enum(['recognised', 'remembered', 'guessed', 'unknown']),
    }),
  ),
});
export type ImportFile = z.infer<typeof fileSchema>;

const uploadImport = endpoint('/api/import/upload', {
  ...adminCommand,
  action: 'import',
  upload: {
    field: 'file',
    maxBytes: maxImportBytes,
    refusals: { missing: 'import.missing', tooLarge: 'import.too-large', busy: 'import.busy' },
  },
  request: z.strictObject({
    clientId: idSchema,
    fileName: lineSchema(120).optional(),
    /** Absent: recognised by the columns. */
    kind: listKindSchema.optional(),
    /** Declares the first line the header row, if none of its names is known. */
    headerRow: z.literal('first').optional(),
  }),
  response: z.object({ ...commandReply, file: fileSchema }),
  failure,
  refusals: [
    'import.missing',
    'import.too-large',
    'import.busy',
    'import.empty',
    'import.no-header-row',
    'import.header-row-unclear',
    'import.too-heavy',
    'import.not-text',
    'import.too-many-rows',
    'import.too-many-columns',
    'import.row-too-long',
    'import.quote-open',
  ],
  title:
    'Upload a list: CSV, TSV, XLSX, iCalendar or FHIR JSON; it is kept encrypted for an hour, and nothing is written',
});

const readImportColumns = endpoint('/api/import/columns', {
  ...adminCommand,
  action: 'import',
  request: z.strictObject({ clientId: idSchema, importId: idSchema, kind: listKindSchema }),
  response: z.object({ ...commandReply, file: fileSchema }),
  failure,
  refusals: ['import.unknown', 'import.running', 'import.too-heavy'],
  title: 'Read the columns of an uploaded file as another kind of list',
});

/** `corrected` is not included: a corrected row also has one of these. */
export const importFindings = ['new', 'existing', 'differentPerson', 'needsDecision', 'refused'] as const;
export type ImportFinding = (typeof importFindings)[number];
const countsSchema = z.object({
  all: z.int(),
  new: z.int(),
  existing: z.int(),
  differentPerson: z.int(),
  needsDecision: z.int(),
  refused: z.int(),
  corrected: z.int(),
  /** Existing records that a row changes; they also count under `existing`. */
  changed: z.int(),
  /** New patients without the email that a booking needs; 0 if it needs none. */
  withoutEmail: z.int(),
});
export type ImportCounts = z.infer<typeof countsSchema>;

/** A record that a row matches: one of an earlier row of the file (`row`), or an existing one (`id`). */
const matchSchema = z.object({ row: z.int().nullable(), id: z.string().nullable(), name: z.string().nullable() });

const rowSchema = z.object({
  /** As spreadsheets count: the header row is row 1. */
  row: z.int(),
  finding: z.enum(importFindings),
  cells: z.array(
    z.object({
      field: fieldSchema,
      /** The cell as it is in the file. */
      original: z.string(),
      /** The value to import; null: none. */
      value: z.string().nullable(),
      isCorrected: z.boolean(),
    }),
  ),
  /** The same patient, a possible one, or the one who has the phone. */
  match: matchSchema.nullable(),
  /** The changes of an existing record; empty: none. */
  changes: z.array(z.object({ field: fieldSchema, before: z.string().nullable(), after: z.string().nullable() })),
  /** The reason why the row is refused or needs a decision: a code of `importProblems` or of a refusal. */
  problem: z.object({ field: fieldSchema.nullable(), code: z.string(), sentence: z.string() }).nullable(),
});
export type ImportRow = z.infer<typeof rowSchema>;

const previewRequest = {
  clientId: idSchema,
  importId: idSchema,
  kind: listKindSchema,
  columns: columnsSchema,
  dayOrder: dayOrderSchema.default('dayFirst'),
  /** From the reply of `import/decide`; empty without decisions. Rows that still need one are skipped. */
  decisionsId: z.string().max(100).default(''),
};

const decideImportRows = endpoint('/api/import/decide', {
  ...adminCommand,
  action: 'import',
  request: z.strictObject({
    clientId: idSchema,
    importId: idSchema,
    /** The changed decisions: whether a row is the same person, and which of two ages is right. */
    decisions: z
      .array(
        z.strictObject({
          row: z
            .int()
            .min(2)
            .max(maxImportRows + 1),
          /** Without `same` and `age` the decision is removed. */
          same: z.boolean().optional(),
          age: z.enum(['inName', 'beside']).optional(),
        }),
      )
      .max(maxDecisions),
  }),
  response: z.object({ ...commandReply, decisionsId: z.string() }),
  failure,
  refusals: ['import.unknown', 'import.running'],
  title: 'Save decisions about rows of an uploaded file, in addition to earlier ones',
});

const previewImport = endpoint('/api/import/preview', {
  ...adminCommand,
  action: 'import',
  request: z.strictObject({
    ...previewRequest,
    show: z.enum(['all', ...importFindings, 'changed', 'corrected']).default('all'),
    page: z.int().min(1).default(1),
    pageSize: z.int().min(1).max(100).default(50),
  }),
  response: z.object({
    ...commandReply,
    /** The rows that are read so far; while they are not all, `preview` is null: call again. */
    progress: z.object({ done: z.int(), rows: z.int() }),
    preview: z
      .object({
        /** The digest of file, columns and decisions; a start names it. */
        digest: z.string(),
        counts: countsSchema,
        /** All rows but the refused and undecided ones. */
        rowsToImport: z.int(),
        /** The number of rows that `show` selects. */
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

const exportRefusedRows = endpoint('/api/export/refused-rows', {
  ...adminCommand,
  action: 'import',
  request: z.strictObject({ clientId: idSchema, importId: idSchema, digest: z.string().max(100) }),
  response: z.object({}),
  produces: 'text/csv; charset=utf-8',
  failure,
  refusals: ['import.unknown', 'import.changed', 'import.too-heavy'],
  title: 'The rows of a previewed file that are refused or need a decision, as CSV with the reason',
});

const startImport = endpoint('/api/import/start', {
  ...adminCommand,
  action: 'import',
  needsProof: true,
  request: z.strictObject({ clientId: idSchema, importId: idSchema, digest: z.string().max(100) }),
  response: z.object(commandReply),
  failure,
  refusals: ['import.unknown', 'import.changed', 'key.reused', 'log.conflict'],
  title: 'Start a previewed import; repeating the call has no further effect',
});

const undoImport = endpoint('/api/import/undo', {
  ...adminCommand,
  action: 'import',
  needsProof: true,
  request: z.strictObject({ clientId: idSchema, importId: idSchema }),
  response: z.object(commandReply),
  failure,
  refusals: ['import.unknown', 'import.running', 'import.undo-expired', 'key.reused', 'log.conflict'],
  title: 'Undo an import within 24 hours; records that have changed since are kept',
});

const exportList = endpoint('/api/export/list', {
  ...csvFile,
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({
    clientId: idSchema,
    kind: listKindSchema,
    /** For hours: the date whose weekly hours are exported (default today); for past visits: the first date. */
    from: dateSchema.optional(),
  }),
  title: 'Export a list as CSV that can be imported again',
});

export const importEndpoints = {
  uploadImport,
  readImportColumns,
  decideImportRows,
  previewImport,
  exportRefusedRows,
  startImport,
  undoImport,
  listImports,
  getImport,
  exportList,
};
