import type { ViewRow } from '@dayline/contracts/views/row';
import type { Pieces } from '@dayline/http/request/json-list';
import { type PageReader, pagesOf, rowsAtOnce } from './pages-of.ts';

/**
 * "An unpaged list is streamed": one that fits into a chunk is sent at once, a longer one chunk by chunk.
 * @param parts the list's consecutive parts
 */
export async function wholeView<Row extends ViewRow, Item>(
  parts: readonly PageReader<Row>[],
  itemsOf: (rows: readonly Row[]) => readonly Item[] | Promise<readonly Item[]>,
): Promise<{ readonly body: Item[]; readonly pieces?: Pieces }> {
  async function* pages() {
    for (const readPage of parts) for await (const rows of pagesOf(readPage)) yield [...(await itemsOf(rows))];
  }
  const iterator = pages();
  const body: Item[] = [];
  while (body.length < rowsAtOnce) {
    const { value, done } = await iterator.next();
    if (done) return { body };
    body.push(...value);
  }
  async function* pieces() {
    yield body;
    yield* iterator;
  }
  return { body: [], pieces: pieces() };
}
