import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { ClientDesk, DeskQuery } from '../desk/desk.ts';
import type { PageOf } from './page-of-list.ts';
import type { PageReader } from './pages-of.ts';
import { type PageRequest, usualPageSize, windowOf } from './request.ts';

/** A view's query without its window; the row's key makes `order` total. */
export type ListQuery<View extends DeskView> = Omit<
  DeskQuery<View>,
  'limit' | 'offset' | 'after' | 'before' | 'fromEnd'
>;

/** A list in consecutive parts, each with its own order; most lists have one part. */
export type ListParts<View extends DeskView> = readonly ListQuery<View>[];

/** A list's parts, to be read from first to last. */
export const readersOf = <View extends DeskView>(desk: ClientDesk, parts: ListParts<View>) =>
  parts.map(
    (query): PageReader<DeskViews[View]> =>
      (part) =>
        desk.page<View>({ ...query, ...part }),
  );

/** Where reading starts: in a part, after a row or a number of rows of it. */
interface Start {
  readonly part: number;
  readonly after?: string;
  readonly offset?: number;
}

interface RowsFrom<View extends DeskView> {
  readonly rows: readonly DeskViews[View][];
  /** Where the next page starts; null at the list's end. */
  readonly next: Start | null;
}

/**
 * A page of a view: near pages by key (the cursor), far jumps by offset, the last page from the end.
 * @param quickTotal the list's total, from a row of counts; null if no such row has it
 */
export async function pageOfView<View extends DeskView>(
  desk: ClientDesk,
  parts: ListParts<View>,
  request: PageRequest,
  quickTotal: number | null,
): Promise<PageOf<DeskViews[View]> | Refusal> {
  const { pageSize = usualPageSize, cursor, page: requestedPage = 1 } = request;
  if (cursor !== undefined) return pageAtCursor(desk, parts, { cursor, pageSize, counted: quickTotal });
  if (quickTotal === null && requestedPage >= 0) {
    const found = await pageAndRest(desk, parts, { pageSize, offset: (Math.max(1, requestedPage) - 1) * pageSize });
    if (found) return found;
  }
  const total = quickTotal ?? (await countOf(desk, parts));
  const { offset, size, reachesTheEnd } = windowOf(request, total);
  if (size === 0) return { rows: [], total, next: null };
  if (reachesTheEnd && offset > 0) return { rows: await lastRows(desk, parts, size), total, next: null };
  const { rows, next } = await rowsFrom(desk, parts, { part: 0, offset }, pageSize);
  return { rows, total, next: next && cursorOf(parts, next) };
}

export async function countOf<View extends DeskView>(desk: ClientDesk, parts: ListParts<View>): Promise<number> {
  const counts = await Promise.all(parts.map((part) => desk.count(withoutOrder(part))));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The part of a list's query that a count needs. */
export function withoutOrder<View extends DeskView>({ order: _order, ...query }: ListQuery<View>) {
  return query;
}

async function pageAtCursor<View extends DeskView>(
  desk: ClientDesk,
  parts: ListParts<View>,
  { cursor, pageSize, counted }: { cursor: string; pageSize: number; counted: number | null },
): Promise<PageOf<DeskViews[View]> | Refusal> {
  const start = startOf(parts, cursor);
  if (!start) return refuse('request.invalid');
  const { rows, next } = await rowsFrom(desk, parts, start, pageSize);
  return { rows, total: counted ?? (await countOf(desk, parts)), next: next && cursorOf(parts, next) };
}

/**
 * A page of a search with its total: the rows before the page, on it, and after it. The rows are walked only once; a
 * search for something rare walks all of them. Null for a page beyond the end.
 */
async function pageAndRest<View extends DeskView>(
  desk: ClientDesk,
  parts: ListParts<View>,
  { pageSize, offset }: { readonly pageSize: number; readonly offset: number },
): Promise<PageOf<DeskViews[View]> | null> {
  const { rows, next } = await rowsFrom(desk, parts, { part: 0, offset }, pageSize);
  if (rows.length === 0 && offset > 0) return null;
  const before = offset + rows.length;
  if (!next) return { rows, next: null, total: before };
  const [current, ...following] = parts.slice(next.part);
  const { after } = next;
  const rest = current ? await desk.count(after === undefined ? withoutOrder(current) : { ...current, after }) : 0;
  return { rows, next: cursorOf(parts, next), total: before + rest + (await countOf(desk, following)) };
}

/** At most `limit` rows, continuing in the next parts where one ends. */
async function rowsFrom<View extends DeskView>(
  desk: ClientDesk,
  parts: ListParts<View>,
  { part, after, offset = 0 }: Start,
  limit: number,
): Promise<RowsFrom<View>> {
  const query = parts[part];
  if (!query) return { rows: [], next: null };
  const window = { ...(after !== undefined && { after }), ...(offset > 0 && { offset }) };
  const { rows, next } = await desk.page<View>({ ...query, limit, ...window });
  if (next !== null) return { rows, next: { part, after: next } };
  if (part === parts.length - 1) return { rows, next: null };

  const remainder = limit - rows.length;
  const isSkipped = rows.length === 0 && offset > 0;
  const skipCount = isSkipped ? offset - (await desk.count(withoutOrder(query))) : 0;
  const start = { part: part + 1, offset: Math.max(0, skipCount) };
  // A full page reads one more row, to know whether there is another page.
  const following = await rowsFrom(desk, parts, start, Math.max(1, remainder));
  if (remainder === 0) return { rows, next: following.rows.length > 0 ? { part: part + 1 } : null };
  return { rows: [...rows, ...following.rows], next: following.next };
}

async function lastRows<View extends DeskView>(desk: ClientDesk, parts: ListParts<View>, size: number) {
  let rows: readonly DeskViews[View][] = [];
  for (const query of [...parts].reverse()) {
    const remainder = size - rows.length;
    if (remainder === 0) break;
    rows = [...(await desk.page<View>({ ...query, limit: remainder, fromEnd: true })).rows, ...rows];
  }
  return rows;
}

/** The store's own cursor, prefixed with the part's number in a list of several parts. */
const cursorOf = (parts: ListParts<DeskView>, { part, after = '' }: Start): string =>
  parts.length === 1 ? after : `${part}.${after}`;

function startOf(parts: ListParts<DeskView>, cursor: string): Start | null {
  if (parts.length === 1) return { part: 0, after: cursor };
  const [, part = '', after = ''] = /^(\d)\.(.*)$/.exec(cursor) ?? [];
  if (part === '' || Number(part) >= parts.length) return null;
  return { part: Number(part), ...(after !== '' && { after }) };
}
