import { hash } from 'node:crypto';
import type { ImportFile } from '@dayline/contracts/endpoints/import';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { ImportField, ImportKind } from '@dayline/contracts/imports/kinds';
import type { LastColumns } from '../views/lists.ts';
import { FileRefused, rowsOf, type Separator, separatorOf } from './file/rows.ts';
import { type FileText, textOf } from './file/text.ts';
import { columnsOf, dateFields, kindOf } from './rows/columns.ts';
import { type OrderSeen, orderOf, seeOrder } from './rows/dates.ts';

/** What is kept of a file beside its bytes. */
export interface FileNote {
  readonly fileName: string;
  /** ms, UTC. */
  readonly broughtAt: number;
  readonly hash: string;
  readonly separator: Separator;
  readonly rows: number;
  readonly headers: readonly string[];
  /** Columns in which day and month stand in both orders: which a date of the twelve first days has isn't known. */
  readonly bothOrders: readonly number[];
}

export interface BroughtFile extends Pick<FileText, 'encoding'> {
  readonly note: FileNote;
  /** Of each column. */
  readonly columns: readonly { readonly first: readonly string[]; readonly empty: number; readonly order: OrderSeen }[];
  readonly bytes: number;
}

/** Cells of a column that are shown, and characters of each. */
const shownCells = 3;
const shownLetters = 80;

/** A number, date or address, which is no name of a column. */
const value = /^(?:[+'(]?\d[\d\s().-]{4,}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|[^\s@]+@[^\s@.]+\.\S+)$/;

/** Reads a file whole: what is wrong with it is said before anything is kept. */
export async function readBrought(
  bytes: Uint8Array,
  { fileName, broughtAt }: Pick<FileNote, 'fileName' | 'broughtAt'>,
): Promise<BroughtFile | Refusal> {
  const file = textOf(bytes);
  if (isRefusal(file)) return file;
  const separator = separatorOf(file.text);
  let headers: readonly string[] | null = null;
  const columns: { first: string[]; empty: number; order: OrderSeen }[] = [];
  let rows = 0;
  try {
    for await (const { cells } of rowsOf(file.text, separator)) {
      if (!headers) {
        headers = cells.map((cell) => cell.trim().slice(0, shownLetters));
        columns.push(...headers.map(() => ({ first: [], empty: 0, order: { dayFirst: false, monthFirst: false } })));
        continue;
      }
      rows += 1;
      for (const [index, column] of columns.entries()) {
        const cell = cells[index]?.trim() ?? '';
        if (cell === '') column.empty += 1;
        else if (column.first.length < shownCells) column.first.push(cell.slice(0, shownLetters));
        // Of all rows: of a list in the order of its dates, the first thousand may be of the first twelve days.
        seeOrder(column.order, cell);
      }
    }
  } catch (error) {
    if (error instanceof FileRefused) return error.refusal;
    throw error;
  }
  if (headers?.some((name) => value.test(name))) return refuse('import.no-headers');
  const bothOrders = columns.flatMap(({ order }, index) => (order.dayFirst && order.monthFirst ? [index] : []));
  const note = {
    fileName,
    broughtAt,
    hash: hash('sha256', bytes, 'hex'),
    separator,
    rows,
    headers: headers ?? [],
    bothOrders,
  };
  return { encoding: file.encoding, note, columns, bytes: bytes.length };
}

/** What is said of a file, and what its columns are taken for. @param what null: what it looks like */
export function describe(
  importId: string,
  file: BroughtFile,
  what: ImportKind | null,
  last: LastColumns | null,
): ImportFile {
  const { note, encoding, bytes } = file;
  const { fileName, headers, rows, separator } = note;
  const kind = what ?? last?.what ?? kindOf(headers);
  const recognised = columnsOf(kind, headers);
  const isKept = last?.what === kind;
  const columns = headers.map((name, index) => {
    const { first = [], empty = 0 } = file.columns[index] ?? {};
    const { becomes, how } = recognised[index] ?? { becomes: null, how: 'unknown' as const };
    // Cast is safe: the names of fields are never taken back.
    const kept = isKept ? ((last.columns[index] ?? null) as ImportField | null) : becomes;
    const said = { name, first: [...first], empty, becomes: kept };
    return { ...said, how: kept === becomes ? how : ('kept' as const) };
  });
  const ofDates = columns.flatMap(({ becomes }, index) =>
    becomes && dateFields.includes(becomes) ? (file.columns[index]?.order ?? []) : [],
  );
  const dayOrder = orderOf(ofDates);
  return { importId, fileName, bytes, rows, separator, encoding, what: kind, dayOrder, columns };
}
