import { hash } from 'node:crypto';
import type { ImportCounts } from '@dayline/contracts/endpoints/import';
import { isErrorCode, sentenceOf } from '@dayline/contracts/errors';
import type { ImportField, ImportKind } from '@dayline/contracts/imports/kinds';
import { importProblems } from '@dayline/contracts/words/import';
import { rowsOf, type Separator } from './file/rows.ts';
import type { FileText } from './file/text.ts';
import type { Finder, Found, Kind, World } from './kinds/kind.ts';
import { letterOf, PackedLines, type RehearsedRow } from './rehearsed-lines.ts';
import { RowProblem } from './rows/cell.ts';
import { dateFields } from './rows/columns.ts';
import { type DayOrder, isEitherOrder } from './rows/dates.ts';
import type { Cells, ReadContext, ReadRow } from './rows/row.ts';

export interface Answer {
  readonly row: number;
  readonly same?: boolean | undefined;
  readonly age?: ReadContext['age'];
}

/** What is asked of a file: what a start names by its digest. */
export interface Asked {
  readonly what: ImportKind;
  readonly columns: readonly (ImportField | null)[];
  readonly dayOrder: DayOrder;
  /** The digest of the answers to its questions, which lie beside it. */
  readonly answered: string;
}

export const digestOf = (fileHash: string, { what, columns, dayOrder, answered }: Asked): string =>
  hash('sha256', JSON.stringify([fileHash, what, columns, dayOrder, answered]), 'hex');

/** Rows that are read, looked up and found at once. */
const batchSize = 20;
/** Of a cell that is read: the readers look at spaces more than once. */
const longestCell = 2_000;
/** Of a cell that is shown. */
const longestShown = 300;

interface File extends Pick<FileText, 'text'> {
  readonly separator: Separator;
  readonly hash: string;
  readonly bothOrders?: readonly number[];
}

/** A file's rows, in the pieces of which `RehearsedLines` are made. @throws FileRefused */
export async function rehearse(
  file: File,
  asked: Asked & { readonly answers: readonly Answer[] },
  { kind, world }: { readonly kind: Kind; readonly world: World },
  onProgress: (rows: number) => void,
): Promise<Buffer[]> {
  const work = new Work(kind, world, asked, file.bothOrders ?? []);
  let headers: readonly string[] | null = null;
  let batch: Written[] = [];
  for await (const { row, cells } of rowsOf(file.text, file.separator)) {
    if (!headers) {
      headers = cells;
      work.width = cells.length;
      continue;
    }
    batch.push({ row, cells });
    if (batch.length < batchSize) continue;
    await work.take(batch);
    onProgress(work.lines.count);
    batch = [];
  }
  await work.take(batch);
  await work.end();
  const { counts, lines } = work;
  const starts = counts.new + counts.known + counts.somebodyElse;
  const { what, columns } = asked;
  const rehearsal = { digest: digestOf(file.hash, asked), what, columns, headers: headers ?? [], counts, starts };
  return lines.piecesWith({ ...rehearsal, letters: work.letters.join('') });
}

interface Written {
  readonly row: number;
  readonly cells: readonly string[];
}
interface Read extends Written {
  readonly of: Cells;
  readonly read: ReadRow<unknown> | RowProblem;
}

class Work {
  readonly lines = new PackedLines();
  /** See `letterOf`. */
  readonly letters: string[] = [];
  readonly counts: ImportCounts = { all: 0, new: 0, known: 0, somebodyElse: 0, asks: 0, refused: 0, mended: 0 };
  readonly #kind: Kind;
  readonly #finder: Finder<unknown, unknown>;
  readonly #asked: Asked;
  readonly #today: string;
  readonly #answers: ReadonlyMap<number, Answer>;
  readonly #bothOrders: readonly number[];
  /** Cells of the row of names. */
  width = 0;
  /** Where the line of each row is. */
  readonly #places = new Map<number, number>();

  constructor(kind: Kind, world: World, asked: Parameters<typeof rehearse>[1], bothOrders: readonly number[]) {
    this.#bothOrders = bothOrders.filter((index) => dateFields.includes(asked.columns[index] ?? 'name'));
    this.#kind = kind;
    this.#finder = kind.finder(world);
    this.#asked = asked;
    this.#today = world.today;
    this.#answers = new Map(asked.answers.map((answer) => [answer.row, answer]));
  }

  async take(batch: readonly Written[]): Promise<void> {
    const rows = batch.map((written) => this.#read(written));
    await this.#finder.prepare?.(rows.flatMap(({ read }) => (read instanceof RowProblem ? [] : [read.read])));
    for (const row of rows) {
      const found = await this.#find(row);
      this.#places.set(row.row, this.lines.count);
      this.#count(found.finding, 1);
      this.counts.all += 1;
      const line = shown(row, found, this.#asked.columns);
      if (isMended(line)) this.counts.mended += 1;
      this.letters.push(letterOf(line.finding, isMended(line)));
      await this.lines.add(line);
    }
  }

  /** What rows that belong together come to. */
  async end(): Promise<void> {
    const changes = new Map<number, (before: RehearsedRow) => RehearsedRow>();
    for (const { row, found } of this.#finder.end?.() ?? []) {
      const place = this.#places.get(row);
      if (place === undefined) continue;
      changes.set(place, (before) => {
        this.#count(before.finding, -1);
        this.#count(found.finding, 1);
        this.letters[place] = letterOf(found.finding, isMended(before));
        return { ...before, ...saidOf(found) };
      });
    }
    await this.lines.change(changes);
  }

  #count(finding: Found<unknown>['finding'], change: number): void {
    this.counts[finding] += change;
  }

  #read({ row, cells }: Written): Read {
    const { columns } = this.#asked;
    const of: Partial<Record<ImportField, string>> = {};
    for (const [index, field] of columns.entries()) if (field) of[field] = (cells[index] ?? '').slice(0, longestCell);
    const long = columns.find((field, index) => field && (cells[index]?.length ?? 0) > longestCell);
    // A separator within a cell moves the others: what stands where isn't known any more.
    const isWide = cells.slice(this.width).some((cell) => cell.trim() !== '');
    const unclear = this.#bothOrders.find((index) => isEitherOrder(cells[index] ?? ''));
    const dated = unclear === undefined ? null : (columns[unclear] ?? null);
    const unread = isWide
      ? new RowProblem(null, 'row.wide')
      : long
        ? new RowProblem(long, 'cell.too-long')
        : dated && new RowProblem(dated, 'date.unclear');
    const read = unread ?? problemOr(() => this.#kind.read(of, this.#contextOf(row)));
    return { row, cells, of, read };
  }

  #contextOf(row: number): ReadContext {
    return { today: this.#today, dayOrder: this.#asked.dayOrder, age: this.#answers.get(row)?.age };
  }

  async #find({ row, read, of }: Read): Promise<Found<unknown>> {
    if (read instanceof RowProblem) {
      await this.#finder.spoil?.(of, this.#contextOf(row));
      return refusedBy(read);
    }
    try {
      return await this.#finder.find(row, read.read, this.#answers.get(row)?.same);
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      await this.#finder.spoil?.(of, this.#contextOf(row));
      return refusedBy(error);
    }
  }
}

const isMended = ({ cells }: RehearsedRow): boolean => cells.some((cell) => cell.isMended);

function problemOr<Value>(read: () => Value): Value | RowProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowProblem) return error;
    throw error;
  }
}

const refusedBy = ({ field, code }: RowProblem): Found<never> => ({
  finding: code.startsWith('ask.') ? 'asks' : 'refused',
  problem: { field, code },
});

/** What cells of other fields may say: a name also age, sex and guardian, a phone whose it is. */
const derivedFields: readonly ImportField[] = ['age', 'sex', 'guardianRelation', 'guardianName', 'phoneNote'];

function shown({ row, of, read }: Read, found: Found<unknown>, columns: Asked['columns']): RehearsedRow {
  const cells = columns.flatMap((field) => {
    if (!field) return [];
    const typed = (of[field] ?? '').slice(0, longestShown);
    if (read instanceof RowProblem) return [{ field, typed, read: null, isMended: false }];
    return [{ field, typed, read: read.shown[field] ?? null, isMended: read.mended.has(field) }];
  });
  const besides = derivedFields.flatMap((field) => {
    const said = read instanceof RowProblem || columns.includes(field) ? null : (read.shown[field] ?? null);
    return said === null ? [] : [{ field, typed: '', read: said, isMended: false }];
  });
  return { row, cells: [...cells, ...besides], ...saidOf(found) };
}

function saidOf({ finding, other, changes, problem, command }: Found<unknown>): Omit<RehearsedRow, 'row' | 'cells'> {
  return {
    finding,
    other: other ?? null,
    changes: [...(changes ?? [])],
    problem: problem ? { ...problem, sentence: sentenceOfProblem(problem.code) } : null,
    ...(command !== undefined && { command }),
  };
}

/** In English. A code of a newer build says itself. */
export function sentenceOfProblem(code: string): string {
  if (isErrorCode(code)) return sentenceOf(code);
  return Object.hasOwn(importProblems, code) ? importProblems[code as keyof typeof importProblems] : code;
}
