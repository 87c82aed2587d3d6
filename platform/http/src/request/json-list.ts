import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';

/** A long list, in batches of rows. */
export type Pieces = AsyncIterable<readonly unknown[]>;

/** The rows parsed by the list's schema, which drops extra fields. @throws Error if a row doesn't match */
export async function* checkedPieces(pieces: Pieces, response: z.ZodType): Pieces {
  for await (const piece of pieces) {
    const rows = response.safeParse(piece);
    if (!rows.success || !Array.isArray(rows.data)) {
      const wrong = rows.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', ');
      throw new Error(`Rows of a list do not fit their schema: ${wrong ?? 'it has no list'}`);
    }
    yield rows.data;
  }
}

/** The JSON of a list as a stream. Between two batches the event loop answers other calls. */
export function jsonOfPieces(pieces: Pieces): Readable {
  async function* text() {
    let before = '[';
    for await (const piece of pieces) {
      if (piece.length === 0) continue;
      yield before + piece.map((row) => JSON.stringify(row)).join(',');
      before = ',';
      await nextTurn();
    }
    yield before === '[' ? '[]' : ']';
  }
  return Readable.from(text(), { objectMode: false });
}
