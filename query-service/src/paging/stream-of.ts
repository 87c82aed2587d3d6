import { Readable } from 'node:stream';

/** So many rows are read at once; a list that is longer is streamed. */
export const rowsAtOnce = 500;

/** A JSON list as it comes, piece by piece. */
export function streamOf(pieces: AsyncIterable<readonly unknown[]>): Readable {
  async function* text() {
    let before = '[';
    for await (const piece of pieces) {
      if (piece.length === 0) continue;
      yield before + piece.map((row) => JSON.stringify(row)).join(',');
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  }
  return Readable.from(text(), { objectMode: false });
}
