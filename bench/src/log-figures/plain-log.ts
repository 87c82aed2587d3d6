import Database from 'better-sqlite3';

/** Raw access to the log's file: rows and `JSON.parse`, the limit of any reader. */
export interface PlainLog {
  /** Reads and parses the first events of the log, in pages of 500; returns their number and the last position. */
  scan(most: number): { readonly count: number; readonly end: string };
  /** Reads and parses one stream. */
  stream(name: string): readonly unknown[];
  /** Streams of doctor-days, longest first. */
  largestDays(most: number): readonly { readonly stream: string; readonly events: number }[];
  close(): void;
}

const pageSize = 500;
const columns = 'position, stream, revision, id, type, data, metadata';

interface Row {
  readonly position: number;
  readonly data: string;
  readonly metadata: string;
}
const parsed = (row: Row): object => ({ ...row, data: JSON.parse(row.data), metadata: JSON.parse(row.metadata) });

export function openPlainLog(path: string): PlainLog {
  const database = new Database(path, { readonly: true });
  const page = database.prepare<[number, number], Row>(
    `SELECT ${columns} FROM events WHERE position > ? ORDER BY position LIMIT ?`,
  );
  const stream = database.prepare<[string], Row>(`SELECT ${columns} FROM events WHERE stream = ? ORDER BY revision`);
  return {
    scan(most) {
      let count = 0;
      let position = 0;
      while (count < most) {
        const events = page.all(position, Math.min(pageSize, most - count)).map((row) => ({ row, event: parsed(row) }));
        const last = events.at(-1);
        if (!last) break;
        count += events.length;
        position = last.row.position;
      }
      return { count, end: String(position).padStart(16, '0') };
    },
    stream: (name) => stream.all(name).map(parsed),
    largestDays: (most) =>
      database
        .prepare<[number], { stream: string; events: number }>(
          `SELECT stream, count(*) AS events FROM events WHERE stream LIKE 'doctorDay-%'
           GROUP BY stream ORDER BY events DESC, stream LIMIT ?`,
        )
        .all(most),
    close: () => database.close(),
  };
}
