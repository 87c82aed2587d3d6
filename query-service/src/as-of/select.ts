import type { ViewRow } from '@dayline/contracts/views';
import type { RowPage, RowQuery, Scalar } from '@dayline/view-store/port';

type Fields = Readonly<Record<string, Scalar>>;
type Query = Omit<RowQuery, 'view'>;
type Part = Pick<Query, 'limit' | 'after' | 'offset'>;

/** The rows of a query among rows in memory, in the order of a view store. */
export const selectRows = <Row extends ViewRow>(rows: readonly Row[], query: Omit<Query, keyof Part>): Row[] =>
  rows.filter((row) => matches(row, query)).sort((one, other) => compare(one, other, query.order ?? []));

/** A part of the rows that a query found; its cursors are numbers of rows. */
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
  return (
    Object.entries(where).every(([field, value]) => fields[field] === value) &&
    (range?.from === undefined || text(range.field) >= range.from) &&
    (range?.to === undefined || text(range.field) <= range.to) &&
    (among?.values.includes(fields[among.field] ?? null) ?? true) &&
    (!contains || text(contains.field).includes(contains.text))
  );
}

function compare(one: ViewRow, other: ViewRow, order: NonNullable<Query['order']>): number {
  for (const { field, descending = false } of [...order, { field: 'key' }]) {
    const [a, b] = [String(fieldsOf(one)[field]), String(fieldsOf(other)[field])];
    if (a !== b) return a < b === descending ? 1 : -1;
  }
  return 0;
}
