import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { Desk, DeskQuery } from '../desk/desk.ts';
import type { PageOf } from './page-of-list.ts';
import { type PageRequest, usualPageSize, windowOf } from './request.ts';

/** A view's question without its window; `order` is made total by the row's key. */
export type ListQuery<View extends DeskView> = Omit<
  DeskQuery<View>,
  'limit' | 'offset' | 'after' | 'before' | 'fromEnd'
>;

/**
 * A page of a view: near pages by key (the cursor), far jumps by offset, the last page from the end.
 * @param counted how many the whole list has, by a row of counts; null where none knows it
 */
export async function pageOfView<View extends DeskView>(
  desk: Desk,
  query: ListQuery<View>,
  request: PageRequest,
  counted: number | null,
): Promise<PageOf<DeskViews[View]> | Refusal> {
  const { pageSize = usualPageSize, cursor, page: wanted = 1 } = request;
  if (counted === null && cursor === undefined && wanted >= 0) {
    const found = await pageAndRest<View>(desk, query, { pageSize, offset: (Math.max(1, wanted) - 1) * pageSize });
    if (found) return found;
  }
  const total = counted ?? (await desk.count(withoutOrder(query)));
  if (cursor !== undefined) {
    const page = await pageAfter<View>(desk, { ...query, limit: pageSize, after: cursor });
    return page ? { ...page, total } : refuse('request.invalid');
  }
  const { offset, size, reachesTheEnd } = windowOf(request, total);
  if (size === 0) return { rows: [], total, next: null };
  if (reachesTheEnd && offset > 0) {
    const { rows } = await desk.page<View>({ ...query, limit: size, fromEnd: true });
    return { rows, total, next: null };
  }
  const { rows, next } = await desk.page<View>({ ...query, limit: pageSize, ...(offset > 0 && { offset }) });
  return { rows, total, next };
}

/**
 * A page of a search, and how many are found: those before it, on it, and after it. So its rows are walked through once,
 * up to the page and on from it; a search for something rare walks all of them. Null for a page beyond the end.
 */
async function pageAndRest<View extends DeskView>(
  desk: Desk,
  query: ListQuery<View>,
  { pageSize, offset }: { readonly pageSize: number; readonly offset: number },
): Promise<PageOf<DeskViews[View]> | null> {
  const { rows, next } = await desk.page<View>({ ...query, limit: pageSize, ...(offset > 0 && { offset }) });
  if (rows.length === 0 && offset > 0) return null;
  const rest = next === null ? 0 : await desk.count({ ...query, after: next });
  return { rows, next, total: offset + rows.length + rest };
}

/** What a count needs of a list's question. */
export function withoutOrder<View extends DeskView>({ order: _order, ...query }: ListQuery<View>) {
  return query;
}

/** Null where the cursor is none that a page of this list handed out; every store says so by the error's name. */
async function pageAfter<View extends DeskView>(desk: Desk, query: DeskQuery<View>) {
  try {
    const { rows, next } = await desk.page<View>(query);
    return { rows, next };
  } catch (error) {
    if (error instanceof Error && error.name === 'BadCursor') return null;
    throw error;
  }
}
