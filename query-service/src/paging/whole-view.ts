import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { Pieces } from '@dayline/platform/http/json-list';
import type { Desk } from '../desk/desk.ts';
import type { ListQuery } from './page-of-view.ts';
import { rowsAtOnce } from './rows-at-once.ts';

/** "An unpaged list is streamed": one that fits in a piece is sent as it is, a longer one piece by piece. */
export async function wholeView<View extends DeskView, Item>(
  desk: Desk,
  query: ListQuery<View>,
  item: (row: DeskViews[View]) => Item,
): Promise<{ readonly body: Item[]; readonly pieces?: Pieces }> {
  const first = await desk.page<View>({ ...query, limit: rowsAtOnce });
  if (first.next === null) return { body: first.rows.map(item) };

  async function* pieces() {
    for (let page = first; ; page = await desk.page<View>({ ...query, limit: rowsAtOnce, after: page.next })) {
      yield page.rows.map(item);
      if (page.next === null) return;
    }
  }
  return { body: [], pieces: pieces() };
}
