import { toPosition } from '../ordinal.ts';
import type { LogScan } from '../scan.ts';
import { checksumOf, type EventColumns } from './commit.ts';
import { openForReading } from './connection.ts';
import { readingFile } from './reader.ts';

interface StoredRow extends EventColumns {
  readonly checksum: number;
}

/** About a ms: a scan in a serving process yields the event loop in between. */
const pageSize = 100;

/** Reads the rows as they are, including damaged ones. One transaction per page, so that writers aren't blocked. */
export const scanSqliteLog = (path: string): LogScan => ({
  gapless: true,
  *pages() {
    const db = readingFile(() => openForReading(path));
    try {
      const page = db.prepare<[number, number], StoredRow>(
        'SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?',
      );
      // Starts below the first position, to find events inserted before it.
      let after = Number.MIN_SAFE_INTEGER;
      for (;;) {
        const rows = readingFile(() => page.all(after, pageSize));
        const last = rows.at(-1);
        if (!last) return;
        after = last.position;
        yield rows.map((row) => ({
          position: row.position > 0 ? toPosition(row.position) : String(row.position),
          stream: row.stream,
          revision: row.revision,
          id: row.id,
          type: row.type,
          data: row.data,
          metadata: row.metadata,
          fitsChecksum: checksumOf(row) === row.checksum,
        }));
      }
    } finally {
      db.close();
    }
  },
});
