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
 * @param total of the whole list, from a row of counts where there is one
 */
export async function pageOfView<View extends DeskView>(
  desk: Desk,
  query: ListQuery<View>,
  request: PageRequest,
  total: number,
): Promise<PageOf<DeskViews[View]> | Refusal> {
  const { pageSize = usualPageSize, cursor } = request;
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
