import { Readable } from 'node:stream';
import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { Desk } from '../desk/desk.ts';
import type { ListQuery } from './page-of-view.ts';

/** So many rows are read at once; a list that is longer is streamed. */
const rowsAtOnce = 500;

/** "An unpaged list is streamed": one that fits in a piece is sent as it is, a longer one piece by piece. */
export async function wholeView<View extends DeskView, Item>(
  desk: Desk,
  query: ListQuery<View>,
  item: (row: DeskViews[View]) => Item,
): Promise<{ readonly body: Item[]; readonly stream?: Readable }> {
  const first = await desk.page<View>({ ...query, limit: rowsAtOnce });
  if (first.next === null) return { body: first.rows.map(item) };

  async function* pieces() {
    let page = first;
    yield '[';
    for (let before = ''; ; before = ',') {
      if (page.rows.length > 0) yield before + page.rows.map((row) => JSON.stringify(item(row))).join(',');
      if (page.next === null) break;
      page = await desk.page<View>({ ...query, limit: rowsAtOnce, after: page.next });
    }
    yield ']';
  }
  return { body: [], stream: Readable.from(pieces(), { objectMode: false }) };
}
