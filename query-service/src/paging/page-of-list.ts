import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Pieces } from '@dayline/http/request/json-list';
import { rowsAtOnce } from './pages-of.ts';
import { isPaged, type PageRequest, usualPageSize, windowOf } from './request.ts';

export interface PageOf<Row> {
  readonly rows: readonly Row[];
  /** The length of the whole list. */
  readonly total: number;
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** A list of known length whose rows are computed when they are read. */
export interface ListSlice<Row> {
  readonly length: number;
  slice(from: number, to: number): readonly Row[];
}

/** A page of a short list; its cursor is the number of rows before the page. */
export function pageOfList<Row>(list: ListSlice<Row>, request: PageRequest): PageOf<Row> | Refusal {
  const total = list.length;
  if (!isPaged(request)) return { rows: list.slice(0, total), total, next: null };
  if (request.cursor !== undefined && !/^\d{1,9}$/.test(request.cursor)) return refuse('request.invalid');
  const { pageSize = usualPageSize } = request;
  const { offset } = request.cursor === undefined ? windowOf(request, total) : { offset: Number(request.cursor) };
  const end = offset + pageSize;
  return { rows: list.slice(offset, end), total, next: end < total ? String(end) : null };
}

export interface ListPage<Item> {
  readonly body: Item[];
  readonly pieces?: Pieces;
  readonly total: number;
  readonly next: string | null;
}

/**
 * The response for a short list: its page, or the whole list, streamed if it is long.
 * @param itemsOf maps rows to response items, in their order
 */
export async function listed<Row, Item>(
  list: readonly Row[],
  request: PageRequest,
  itemsOf: (rows: readonly Row[]) => Promise<Item[]>,
): Promise<ListPage<Item> | Refusal> {
  if (!isPaged(request) && list.length > rowsAtOnce) {
    return { body: [], pieces: pieces(list, itemsOf), total: list.length, next: null };
  }
  const page = pageOfList(list, request);
  return 'refused' in page ? page : { body: await itemsOf(page.rows), total: page.total, next: page.next };
}

async function* pieces<Row, Item>(list: readonly Row[], itemsOf: (rows: readonly Row[]) => Promise<Item[]>) {
  for (let from = 0; from < list.length; from += rowsAtOnce) yield itemsOf(list.slice(from, from + rowsAtOnce));
}
