import { hasWords } from '@dayline/contracts/fold';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { RowPage, RowQuery, Scalar } from '@dayline/view-store/port';

type Fields = Readonly<Record<string, Scalar>>;
type Query = Omit<RowQuery, 'view'>;
type Part = Pick<Query, 'limit' | 'after' | 'offset'>;

/** The rows of a query among rows in memory, in the order of a view store. */
export const selectRows = <Row extends ViewRow>(rows: readonly Row[], query: Omit<Query, keyof Part>): Row[] =>
  rows.filter((row) => matches(row, query)).sort((a, b) => compare(a, b, query.order ?? []));

/** A page of the rows that a query found; its cursors are numbers of rows. */
export function partOfRows<Row extends ViewRow>(found: readonly Row[], part: Part): RowPage<Row> {
  const { limit = Number.POSITIVE_INFINITY, after, offset = 0 } = part;
  const from = after === undefined ? offset : Number(after);
  const page = found.slice(from, from + limit);
  return { rows: page, next: from + limit < found.length ? String(from + limit) : null, previous: null };
}

// Cast is safe: filters and orders name fields of one scalar each.
const fieldsOf = (row: ViewRow): Fields => row as unknown as Fields;

export function matches(row: ViewRow, { where, range, among, contains }: Omit<Query, 'order'>): boolean {
  const fields = fieldsOf(row);
  const text = (field: string) => String(fields[field]);
  const isFrom = (field: string, limit: Scalar) => compareScalars(fields[field] ?? null, limit) >= 0;
  const isUpTo = (field: string, limit: Scalar) => compareScalars(fields[field] ?? null, limit) <= 0;
  return (
    Object.entries(where).every(([field, value]) => fields[field] === value) &&
    (range?.from === undefined || isFrom(range.field, range.from)) &&
    (range?.to === undefined || isUpTo(range.field, range.to)) &&
    (among?.values.includes(fields[among.field] ?? null) ?? true) &&
    (!contains || hasWords(text(contains.field), contains.words))
  );
}

function compare(a: ViewRow, b: ViewRow, order: NonNullable<Query['order']>): number {
  for (const { field, descending = false } of [...order, { field: 'key' }]) {
    const difference = compareScalars(fieldsOf(a)[field] ?? null, fieldsOf(b)[field] ?? null);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return 0;
}

/** Null first, then numbers by value, then texts by code points, as in the view stores. */
function compareScalars(a: Scalar, b: Scalar): number {
  const rank = (value: Scalar): number => (value === null ? 0 : typeof value === 'string' ? 2 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) - Number(b);
}
