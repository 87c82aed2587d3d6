import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { isSqliteError } from '../../sqlite-error.ts';
import type { AppendOutcome, AppendRequest, RowOfAll } from './messages.ts';

/** A failed commit. Its cause is what SQLite said. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed';
  readonly outcome: 'notAppended' | 'unknown';
  constructor(cause: Error, outcome: 'notAppended' | 'unknown') {
    super(cause.message, { cause });
    this.outcome = outcome;
  }
}

export interface Committed {
  /** In the order of the appends. */
  readonly outcomes: readonly AppendOutcome[];
  readonly rows: readonly RowOfAll[];
}

export interface EventColumns {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

export const checksumOf = (row: EventColumns): number =>
  crc32(`${row.position} ${row.stream} ${row.revision} ${row.id} ${row.type} ${row.data} ${row.metadata}`);

/**
 * Appends all that it is given in one immediate transaction, with one fsync. A conflict of one append leaves the
 * others alone: everything that could refuse an append is looked up before its first row is written.
 */
export function committer(db: Database.Database): (appends: readonly AppendRequest[]) => Committed {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const lastPosition = db.prepare<[], number>('SELECT coalesce(max(position), 0) FROM events').pluck();
  const lastRevision = db
    .prepare<[string], number>('SELECT coalesce(max(revision), -1) FROM events WHERE stream = ?')
    .pluck();
  const isStored = db.prepare<[string], number>('SELECT 1 FROM events WHERE id = ?').pluck();
  const insert = db.prepare(
    'INSERT INTO events (position, stream, revision, id, type, data, metadata, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );

  /** Two events of one append may not share an id either, so the new ones are counted besides. */
  function repeatedId(columns: readonly string[]): string | undefined {
    const ids = columns.filter((_, place) => place % 4 === 0);
    if (new Set(ids).size < ids.length) return ids.find((id, place) => ids.indexOf(id) !== place);
    return ids.find((id) => isStored.get(id) !== undefined);
  }

  function append({ stream, expected, columns }: AppendRequest, last: number, rows: RowOfAll[]): AppendOutcome {
    const actual = lastRevision.get(stream) ?? -1;
    if (actual !== expected) return { actual };
    const repeated = repeatedId(columns);
    if (repeated !== undefined) return { fault: `An event with the id ${repeated} is in the log already.` };
    let revision = actual;
    let position = last;
    for (let place = 0; place < columns.length; place += 4) {
      const [id = '', type = '', data = '', metadata = ''] = columns.slice(place, place + 4);
      revision += 1;
      position += 1;
      const checksum = checksumOf({ position, stream, revision, id, type, data, metadata });
      insert.run(position, stream, revision, id, type, data, metadata, checksum);
      rows.push([position, revision, id, type, data, metadata, stream]);
    }
    return { first: last + 1, revision };
  }

  return (appends) => {
    const outcomes: AppendOutcome[] = [];
    const rows: RowOfAll[] = [];
    let committing = false;
    try {
      begin.run();
      let last = lastPosition.get() ?? 0;
      for (const request of appends) {
        const outcome = append(request, last, rows);
        if ('first' in outcome) last += request.columns.length / 4;
        outcomes.push(outcome);
      }
      committing = true;
      commit.run();
      return { outcomes, rows };
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      if (db.inTransaction) db.exec('ROLLBACK');
      // A failed write or fsync during the commit may still have reached the disk; a full disk has not.
      const unknown = committing && error.code.startsWith('SQLITE_IOERR');
      throw new CommitFailed(error, unknown ? 'unknown' : 'notAppended');
    }
  };
}
