import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { Pieces } from '@dayline/http/json-list';
import type { ClientDesk } from '../desk/desk.ts';
import type { ListParts } from './page-of-view.ts';
import { pagesOf, rowsAtOnce } from './pages-of.ts';

/** "An unpaged list is streamed": one that fits into a chunk is sent at once, a longer one chunk by chunk. */
export async function wholeView<View extends DeskView, Item>(
  desk: ClientDesk,
  parts: ListParts<View>,
  item: (row: DeskViews[View]) => Item,
): Promise<{ readonly body: Item[]; readonly pieces?: Pieces }> {
  async function* pages() {
    for (const query of parts) {
      for await (const rows of pagesOf((part) => desk.page<View>({ ...query, ...part }))) yield rows.map(item);
    }
  }
  const read = pages();
  const body: Item[] = [];
  while (body.length < rowsAtOnce) {
    const { value, done } = await read.next();
    if (done) return { body };
    body.push(...value);
  }
  async function* pieces() {
    yield body;
    yield* read;
  }
  return { body: [], pieces: pieces() };
}
