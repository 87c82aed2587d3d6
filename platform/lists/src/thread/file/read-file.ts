import { hash } from 'node:crypto';
import type { ImportFile } from '@dayline/contracts/endpoints/import';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { ImportField, ListKind } from '@dayline/contracts/imports/kinds';
import type { Questions, ReadFile } from '../../messages.ts';
import type { LastColumns } from '../../records.ts';
import { type OrderSeen, orderOf, seeOrder } from '../cells/dates.ts';
import { columnsOf, dateFields } from './columns.ts';
import { csvRows, FileRefused, separatorOf } from './csv-rows.ts';
import { type Head, HeadFinder } from './head-finder.ts';
import { listText } from './list-text.ts';
import { hasRequiredFields, proposedKind } from './proposed-kind.ts';

const maxSamples = 3;
/** Of a header or a sample value. */
const maxShownLength = 80;

/** A number, date or address, which is not a header. */
const value = /^(?:[+'(]?\d[\d\s().-]{4,}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|[^\s@]+@[^\s@.]+\.\S+)$/;

interface ColumnSeen {
  readonly sampleValues: string[];
  empty: number;
  readonly order: OrderSeen;
}

export interface FileToRead {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** Null: the one that the columns have. */
  readonly listKind: ListKind | null;
}

/** Reads a file whole. */
export async function readFile(
  { bytes, fileName, listKind }: FileToRead,
  { lastColumns }: Pick<Questions, 'lastColumns'>,
): Promise<ReadFile | Refusal> {
  const file = await listText(bytes);
  if (isRefusal(file)) return file;
  const separator = separatorOf(file.text);
  const columns: ColumnSeen[] = [];
  const finder = new HeadFinder();
  let rows = 0;
  const add = (cells: readonly string[]): void => {
    rows += 1;
    see(columns, cells);
  };
  const start = (): Head => {
    const head = finder.end();
    columns.push(
      ...head.headers.map(() => ({ sampleValues: [], empty: 0, order: { dayFirst: false, monthFirst: false } })),
    );
    for (const cells of head.rowsBelow) add(cells);
    return head;
  };
  let head: Head | null = null;
  try {
    for await (const row of csvRows(file.text, separator)) {
      if (head) add(row.cells);
      else if (finder.add(row)) head = start();
    }
  } catch (error) {
    if (error instanceof FileRefused) return error.refusal;
    throw error;
  }
  head ??= start();
  if (rows === 0) return refuse('import.empty');
  const headers = head.headers.map((cell) => cell.slice(0, maxShownLength));
  if (headers.some((name) => value.test(name))) return refuse('import.no-header-row');
  const last = await lastColumns(headers);
  const bothOrders = columns.flatMap(({ order }, index) => (order.dayFirst && order.monthFirst ? [index] : []));
  const titles = [...head.titles, fileName];
  const { row: headerRow } = head;
  return {
    facts: {
      hash: hash('sha256', bytes, 'hex'),
      separator,
      rows,
      headers,
      bothOrders,
      headerRow,
      year: yearIn([...titles, ...headers]),
    },
    description: {
      ...{ bytes: bytes.length, rows, separator, encoding: file.encoding },
      ...describe({ headers, columns, titles, isMixed: file.isMixed ?? false }, listKind, last),
    },
    isHeaderRowKnown:
      last !== null ||
      hasRequiredFields(
        headers,
        columns.map(({ sampleValues }) => sampleValues),
      ),
  };
}

/** The only year in some titles: of dates without one. */
function yearIn(texts: readonly string[]): number | null {
  const [year, ...others] = new Set(texts.flatMap((text) => text.match(/(?<!\d)20\d\d(?!\d)/g) ?? []));
  return year === undefined || others.length > 0 ? null : Number(year);
}

function see(columns: readonly ColumnSeen[], cells: readonly string[]): void {
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]?.trim() ?? '';
    if (cell === '') column.empty += 1;
    else if (column.sampleValues.length < maxSamples) column.sampleValues.push(cell.slice(0, maxShownLength));
    // In all rows: of a list in the order of its dates, the first thousand may be of the first twelve days of a month.
    seeOrder(column.order, cell);
  }
}

interface Seen {
  readonly headers: readonly string[];
  readonly columns: readonly ColumnSeen[];
  readonly titles: readonly string[];
  readonly isMixed: boolean;
}

function describe(
  { headers, columns: columnsSeen, titles, isMixed }: Seen,
  listKind: ListKind | null,
  last: LastColumns | null,
): Pick<ImportFile, 'kind' | 'kindReasons' | 'isKindClear' | 'columns' | 'dayOrder'> {
  const samples = columnsSeen.map(({ sampleValues }) => sampleValues);
  const proposal = proposedKind({ headers, samples, titles });
  const kind = listKind ?? last?.kind ?? proposal.kind;
  const kindReasons = listKind || last ? [] : [...proposal.reasons];
  const isKindClear = listKind !== null || (!isMixed && (last !== null || proposal.isClear));
  const ownColumns = columnsOf(kind, headers, samples);
  const columns = headers.map((name, index) => {
    const { sampleValues = [], empty = 0 } = columnsSeen[index] ?? {};
    const { field, match } = ownColumns[index] ?? { field: null, match: 'unknown' as const };
    if (last?.kind !== kind) return { name, sampleValues, empty, field, match };
    // Cast is safe: names of fields are never removed.
    const lastField = (last.columns[index] ?? null) as ImportField | null;
    const isSame = lastField === field;
    return { name, sampleValues, empty, field: lastField, match: isSame ? match : ('remembered' as const) };
  });
  const orders = columns.flatMap(({ field }, index) =>
    field && dateFields.includes(field) ? (columnsSeen[index]?.order ?? []) : [],
  );
  return { kind, kindReasons, isKindClear, dayOrder: orderOf(orders), columns };
}
