import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { Pieces } from '@dayline/http/json-list';
import type { Desk } from '../desk/desk.ts';
import type { ListParts } from './page-of-view.ts';
import { rowsAtOnce } from './rows-at-once.ts';

/** "An unpaged list is streamed": one that fits into a chunk is sent at once, a longer one chunk by chunk. */
export async function wholeView<View extends DeskView, Item>(
  desk: Desk,
  parts: ListParts<View>,
  item: (row: DeskViews[View]) => Item,
): Promise<{ readonly body: Item[]; readonly pieces?: Pieces }> {
  async function* pages() {
    for (const query of parts) {
      let after: string | null | undefined;
      do {
        const page = await desk.page<View>({ ...query, limit: rowsAtOnce, ...(after && { after }) });
        yield page.rows.map(item);
        after = page.next;
      } while (after);
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
