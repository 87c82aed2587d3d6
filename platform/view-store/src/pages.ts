import type { ViewRow } from '@dayline/contracts/views/row';
import { writeCursor } from './cursor.ts';
import type { Changed, RowPage, RowQuery, Scalar } from './port.ts';

export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

/** Whether rows are read in reverse order and must be reversed. */
export const isBackward = (query: RowQuery): boolean => query.before !== undefined || query.fromEnd === true;

/** The requested order made total by the key, in the direction of the last field so that one index gives both. */
export function totalOrder(query: RowQuery, backward: boolean): readonly Order[] {
  const order = (query.order ?? []).map(({ field, descending }) => ({ field, descending: descending === true }));
  const total = [...order, { field: 'key', descending: order.at(-1)?.descending ?? false }];
  return backward ? total.map(({ field, descending }) => ({ field, descending: !descending })) : total;
}

function cursorOf<Row extends ViewRow>(query: RowQuery, row: Row | undefined): string | null {
  if (!row) return null;
  // Cast is safe: indexed fields are scalars by the view's definition.
  const fields = row as unknown as Readonly<Record<string, Scalar | undefined>>;
  return writeCursor(totalOrder(query, false).map(({ field }) => fields[field] ?? null));
}

/** The changes of each view. If there are more, the rows passed in exceed the limit by one. */
export const changedOf = (
  found: readonly (readonly [view: string, rows: readonly ViewRow[]])[],
  limit: number,
): Changed => ({
  rows: Object.fromEntries(found.map(([view, rows]) => [view, rows.slice(0, limit)])),
  complete: found.every(([, rows]) => rows.length <= limit),
});

/** The page for the rows found. If there is another page, the rows passed in exceed the limit by one. */
export function pageOf<Row extends ViewRow>(query: RowQuery, found: readonly Row[]): RowPage<Row> {
  const hasMore = query.limit !== undefined && found.length > query.limit;
  const rows = hasMore ? found.slice(0, query.limit) : [...found];
  const backward = isBackward(query);
  if (backward) rows.reverse();
  const isInside = query.after !== undefined || query.before !== undefined || (query.offset ?? 0) > 0;
  const hasNext = backward ? isInside : hasMore;
  const hasPrevious = backward ? hasMore : isInside;
  return {
    rows,
    next: hasNext ? cursorOf(query, rows.at(-1)) : null,
    previous: hasPrevious ? cursorOf(query, rows[0]) : null,
  };
}
