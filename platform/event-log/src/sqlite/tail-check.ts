import type Database from 'better-sqlite3';
import { checksumOf, type EventColumns } from './commit.ts';

/** Number of newest events checked: covers what a crash can affect, in some milliseconds. */
const tailLength = 1_000;

interface StoredRow extends EventColumns {
  readonly checksum: number;
}

/**
 * Checks the newest events on opening: no gaps, valid checksums, consistent indexes. The hash chain covers the rest of
 * the log.
 * @throws Error naming the position
 */
export function checkTail(db: Database.Database): void {
  const rows = db.prepare<[number], StoredRow>('SELECT * FROM events ORDER BY position DESC LIMIT ?').all(tailLength);
  const byStream = db
    .prepare<[string, number], number>(
      'SELECT position FROM events INDEXED BY events_by_stream WHERE stream = ? AND revision = ?',
    )
    .pluck();
  const byId = db.prepare<[string], number>('SELECT position FROM events INDEXED BY events_by_id WHERE id = ?').pluck();

  let above: number | null = null;
  for (const row of rows) {
    const isWhole =
      (above === null || row.position === above - 1) &&
      row.checksum === checksumOf(row) &&
      byStream.get(row.stream, row.revision) === row.position &&
      byId.get(row.id) === row.position;
    if (!isWhole) throw new Error(`The event log is damaged at position ${row.position}. Restore it from a backup.`);
    above = row.position;
  }
  if (rows.length < tailLength && above !== null && above !== 1) {
    throw new Error(`The event log is damaged: it begins at position ${above}. Restore it from a backup.`);
  }
}
