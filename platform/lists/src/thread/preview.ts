import { isErrorCode, sentenceOf } from '@dayline/contracts/errors';
import type { ImportField } from '@dayline/contracts/imports/kinds';
import { importProblems } from '@dayline/contracts/words/import';
import type { Decision, FileFacts, PreviewChoices, PreviewRow } from '../messages.ts';
import { PreviewWriter } from '../preview-rows.ts';
import { RowProblem } from './cells/cell.ts';
import { isEitherOrder } from './cells/dates.ts';
import { dateFields } from './file/columns.ts';
import { csvRows, type FileRow } from './file/csv-rows.ts';
import { kindOfRows } from './kinds/all-kinds.ts';
import type { Cells, ReadContext, ReadRow } from './kinds/row.ts';
import type { Client, RowKind, RowMatcher, RowResult } from './kinds/row-kind.ts';

/** Rows that are read and compared together. */
const batchSize = 20;
/** Of a cell that is read: some readers look at blanks several times. */
const maxCellLength = 2_000;
/** Of a cell in the preview. */
const maxShownLength = 300;

export interface PreviewJob {
  readonly text: string;
  readonly facts: FileFacts;
  readonly choices: PreviewChoices;
  readonly digest: string;
  readonly decisions: readonly Decision[];
  readonly client: Client;
  readonly onProgress: (rows: number) => void;
}

/** The preview of a file, in the pieces that `PreviewRows` reads. @throws FileRefused */
export async function makePreview(job: PreviewJob): Promise<Buffer[]> {
  const preview = new Preview(job);
  let headers: readonly string[] | null = null;
  let batch: FileRow[] = [];
  for await (const row of csvRows(job.text, job.facts.separator)) {
    if (row.row < job.facts.headerRow) continue;
    if (!headers) {
      headers = row.cells;
      continue;
    }
    batch.push(row);
    if (batch.length < batchSize) continue;
    await preview.add(batch, headers.length);
    job.onProgress(preview.writer.counts.all);
    batch = [];
  }
  await preview.add(batch, headers?.length ?? 0);
  await preview.end();
  const { kind, columns } = job.choices;
  return preview.writer.end({ digest: job.digest, kind, columns, headers: headers ?? [] });
}

interface Row {
  readonly row: number;
  readonly cells: Cells;
  readonly read: ReadRow<unknown> | RowProblem;
}

class Preview {
  readonly writer = new PreviewWriter();
  readonly #kind: RowKind;
  readonly #matcher: RowMatcher<unknown, unknown>;
  readonly #choices: PreviewChoices;
  readonly #facts: FileFacts;
  readonly #client: Client;
  readonly #decisions: ReadonlyMap<number, Decision>;
  /** Columns whose dates have day and month in both orders. */
  readonly #unclearColumns: readonly number[];
  /** Of each row, its index in the preview. */
  readonly #indexes = new Map<number, number>();

  constructor({ choices, facts, client, decisions }: PreviewJob) {
    this.#unclearColumns = facts.bothOrders.filter((index) => dateFields.includes(choices.columns[index] ?? 'name'));
    this.#kind = kindOfRows(choices.kind);
    this.#matcher = this.#kind.matcher(client);
    this.#choices = choices;
    this.#facts = facts;
    this.#client = client;
    this.#decisions = new Map(decisions.map((decision) => [decision.row, decision]));
  }

  async add(batch: readonly FileRow[], width: number): Promise<void> {
    const rows = batch.map((row) => this.#read(row, width));
    await this.#matcher.prepare?.(rows.flatMap(({ read }) => (read instanceof RowProblem ? [] : [read.values])));
    for (const row of rows) {
      this.#indexes.set(row.row, this.writer.counts.all);
      const result = previewOf(row, await this.#match(row), this.#choices.columns);
      if (this.#lacksEmail(result)) this.writer.counts.withoutEmail += 1;
      await this.writer.add(result);
    }
  }

  /** Whether a row is a new patient who can't be booked: the client requires an email. */
  #lacksEmail({ finding, cells }: PreviewRow): boolean {
    const isNew = finding === 'new' || finding === 'differentPerson';
    const isOfPatient = this.#choices.kind === 'patients' && this.#client.bookingNeedsEmail;
    return isOfPatient && isNew && !cells.some(({ field, value }) => field === 'email' && value !== null);
  }

  /** Sets the results of rows that are imported together. */
  async end(): Promise<void> {
    const changes = (this.#matcher.end?.() ?? []).flatMap(({ row, result }) => {
      const index = this.#indexes.get(row);
      return index === undefined ? [] : [[index, shownResult(result)] as const];
    });
    await this.writer.change(new Map(changes));
  }

  #read({ row, cells: texts }: FileRow, width: number): Row {
    const { columns } = this.#choices;
    const cells: Partial<Record<ImportField, string>> = {};
    for (const [index, field] of columns.entries())
      if (field) cells[field] = (texts[index] ?? '').slice(0, maxCellLength);
    const problem = this.#problemOf(texts, width);
    const result = problem ?? problemOr(() => this.#kind.read(cells, this.#contextOf(row)));
    return { row, cells, read: result };
  }

  #problemOf(texts: readonly string[], width: number): RowProblem | null {
    const { columns } = this.#choices;
    if (isNoRecord(texts, this.#facts.headers)) return new RowProblem(null, 'row.no-record');
    // A separator within a cell shifts the cells behind it.
    if (texts.slice(width).some((text) => text.trim() !== '')) return new RowProblem(null, 'row.wide');
    const long = columns.find((field, index) => field && (texts[index]?.length ?? 0) > maxCellLength);
    if (long) return new RowProblem(long, 'cell.too-long');
    const unclear = this.#unclearColumns.find((index) => isEitherOrder(texts[index] ?? ''));
    return unclear === undefined ? null : new RowProblem(columns[unclear] ?? null, 'date.unclear');
  }

  #contextOf(row: number): ReadContext {
    const { today, zone } = this.#client;
    const { dayOrder } = this.#choices;
    return { today, zone, dayOrder, year: this.#facts.year, age: this.#decisions.get(row)?.age };
  }

  async #match({ row, read, cells }: Row): Promise<RowResult<unknown>> {
    try {
      if (read instanceof RowProblem) throw read;
      return await this.#matcher.match(row, read.values, this.#decisions.get(row)?.same);
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      await this.#matcher.spoil?.(cells, this.#contextOf(row));
      const { field, code } = error;
      return { finding: code.startsWith('decide.') ? 'needsDecision' : 'refused', problem: { field, code } };
    }
  }
}

/** Below a list: its total, and who printed it. */
const total = /^(?:(?:grand |sub ?)?total|कुल|योग)(?: \p{L}{1,20})? ?:?$/iu;
const footer = /^(?:page \d|printed|generated|prepared|checked|verified|signature|report|end of|notes?\b)/i;

function isNoRecord(texts: readonly string[], headers: readonly string[]): boolean {
  const cells = texts.map((text) => text.trim());
  const filledCells = cells.filter((cell) => cell !== '');
  const [first = ''] = filledCells;
  const isTotal = total.test(first) && filledCells.slice(1).every((cell) => /^[\d.,₹ ]+$/.test(cell));
  const isFooter = footer.test(first) && filledCells.length === 1 && headers.length > 1;
  return isTotal || isFooter || headers.every((header, index) => header === (cells[index] ?? ''));
}

function problemOr<Value>(read: () => Value): Value | RowProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowProblem) return error;
    throw error;
  }
}

/** Fields that another cell may hold: age, sex and guardian in a name, a note in a phone. */
const derivedFields: readonly ImportField[] = [
  ...(['name', 'age', 'bornOn', 'sex', 'guardianRelation', 'guardianName', 'phoneNote', 'location'] as const),
  ...(['minutes', 'start', 'end', 'status', 'time'] as const),
];

function previewOf(
  { row, cells, read }: Row,
  result: RowResult<unknown>,
  columns: PreviewChoices['columns'],
): PreviewRow {
  const { shown, corrected } = read instanceof RowProblem ? { shown: {}, corrected: new Set<ImportField>() } : read;
  const ownCells = columns.flatMap((field) => {
    if (!field) return [];
    const original = (cells[field] ?? '').slice(0, maxShownLength);
    return [{ field, original, value: shown[field] ?? null, isCorrected: corrected.has(field) }];
  });
  const derivedCells = derivedFields.flatMap((field) => {
    const value = columns.includes(field) ? null : (shown[field] ?? null);
    return value === null ? [] : [{ field, original: '', value, isCorrected: corrected.has(field) }];
  });
  return { row, cells: [...ownCells, ...derivedCells], ...shownResult(result) };
}

const shownResult = ({ finding, match, changes, problem, command }: RowResult<unknown>) => ({
  finding,
  match: match ?? null,
  changes: [...(changes ?? [])],
  problem: problem ? { ...problem, sentence: sentenceOfProblem(problem.code) } : null,
  ...(command !== undefined && { command }),
});

/** In English. */
const sentenceOfProblem = (code: keyof typeof importProblems): string =>
  isErrorCode(code) ? sentenceOf(code) : importProblems[code];
