import type { ViewRow } from '@dayline/contracts/views/row';
import type { RowPage, RowQuery } from '@dayline/view-store/port';

/** Rows per read; a longer list is streamed. */
export const rowsAtOnce = 500;

/** Reads a page of a query. */
export type PageReader<Row extends ViewRow> = (part: Pick<RowQuery, 'limit' | 'after'>) => Promise<RowPage<Row>>;

/** The pages of a query from first to last, each read when it is requested. */
export async function* pagesOf<Row extends ViewRow>(
  read: PageReader<Row>,
  limit = rowsAtOnce,
): AsyncGenerator<readonly Row[], void, undefined> {
  let after: string | null = null;
  do {
    const page: RowPage<Row> = await read({ limit, ...(after !== null && { after }) });
    yield page.rows;
    after = page.next;
  } while (after !== null);
}
