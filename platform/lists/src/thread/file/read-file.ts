import { hash } from 'node:crypto';
import type { ImportFile } from '@dayline/contracts/endpoints/import';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { ImportField, ListKind } from '@dayline/contracts/imports/kinds';
import type { Questions, ReadFile } from '../../messages.ts';
import type { LastColumns } from '../../records.ts';
import { type OrderSeen, orderOf, seeOrder } from '../cells/dates.ts';
import { columnsOf, dateFields, hasRequiredFields, kindOf } from './columns.ts';
import { csvRows, FileRefused, separatorOf } from './csv-rows.ts';
import { textOf } from './text.ts';

const mostSamples = 3;
/** Of a header or a sample value. */
const longestShown = 80;

/** A number, date or address, which is not a header. */
const value = /^(?:[+'(]?\d[\d\s().-]{4,}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|[^\s@]+@[^\s@.]+\.\S+)$/;

interface ColumnSeen {
  readonly sampleValues: string[];
  empty: number;
  readonly order: OrderSeen;
}

/** Reads a file whole. @param listKind null: the one that the columns have */
export async function readFile(
  bytes: Uint8Array,
  listKind: ListKind | null,
  { lastColumns }: Pick<Questions, 'lastColumns'>,
): Promise<ReadFile | Refusal> {
  const file = textOf(bytes);
  if (isRefusal(file)) return file;
  const separator = separatorOf(file.text);
  let headers: readonly string[] = [];
  const columns: ColumnSeen[] = [];
  let rows = 0;
  try {
    for await (const { cells } of csvRows(file.text, separator)) {
      if (columns.length > 0) {
        rows += 1;
        see(columns, cells);
        continue;
      }
      headers = cells.map((cell) => cell.trim().slice(0, longestShown));
      columns.push(
        ...headers.map(() => ({ sampleValues: [], empty: 0, order: { dayFirst: false, monthFirst: false } })),
      );
    }
  } catch (error) {
    if (error instanceof FileRefused) return error.refusal;
    throw error;
  }
  if (headers.some((name) => value.test(name))) return refuse('import.no-header-row');
  const last = await lastColumns(headers);
  const bothOrders = columns.flatMap(({ order }, index) => (order.dayFirst && order.monthFirst ? [index] : []));
  return {
    facts: { hash: hash('sha256', bytes, 'hex'), separator, rows, headers, bothOrders },
    description: {
      ...{ bytes: bytes.length, rows, separator, encoding: file.encoding },
      ...describe(headers, columns, listKind, last),
    },
    isHeaderRowKnown: last !== null || hasRequiredFields(headers),
  };
}

function see(columns: readonly ColumnSeen[], cells: readonly string[]): void {
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]?.trim() ?? '';
    if (cell === '') column.empty += 1;
    else if (column.sampleValues.length < mostSamples) column.sampleValues.push(cell.slice(0, longestShown));
    // In all rows: of a list in the order of its dates, the first thousand may be of the first twelve days of a month.
    seeOrder(column.order, cell);
  }
}

function describe(
  headers: readonly string[],
  columnsSeen: readonly ColumnSeen[],
  listKind: ListKind | null,
  last: LastColumns | null,
): Pick<ImportFile, 'kind' | 'columns' | 'dayOrder'> {
  const kind = listKind ?? last?.kind ?? kindOf(headers);
  const recognised = columnsOf(kind, headers);
  const columns = headers.map((name, index) => {
    const { sampleValues = [], empty = 0 } = columnsSeen[index] ?? {};
    const { field, match } = recognised[index] ?? { field: null, match: 'unknown' as const };
    if (last?.kind !== kind) return { name, sampleValues, empty, field, match };
    // Cast is safe: names of fields are never removed.
    const remembered = (last.columns[index] ?? null) as ImportField | null;
    const isSame = remembered === field;
    return { name, sampleValues, empty, field: remembered, match: isSame ? match : ('remembered' as const) };
  });
  const orders = columns.flatMap(({ field }, index) =>
    field && dateFields.includes(field) ? (columnsSeen[index]?.order ?? []) : [],
  );
  return { kind, dayOrder: orderOf(orders), columns };
}
