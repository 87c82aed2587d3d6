import { crc32 } from 'node:zlib';
import { isSqliteError } from '@dayline/runtime/sqlite-error';
import type Database from 'better-sqlite3';
import { type CommandKey, isSameBody } from '../port.ts';
import type { AppendOutcome, AppendRequest } from './messages.ts';

/** A failed commit; `cause` is SQLite's error. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed';
  readonly outcome: 'notAppended' | 'unknown';
  constructor(cause: Error, outcome: 'notAppended' | 'unknown') {
    super(cause.message, { cause });
    this.outcome = outcome;
  }
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
 * Appends all requests in one immediate transaction with one fsync. A conflict of one doesn't affect the others:
 * everything that could refuse an append is checked before its first insert. Outcomes are in the order of the requests.
 */
export function committer(db: Database.Database): (appends: readonly AppendRequest[]) => readonly AppendOutcome[] {
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

  /** Ids must be unique within the append too, so the new ones are counted as well. */
  function repeatedId(columns: readonly string[]): string | undefined {
    const ids = columns.filter((_, index) => index % 4 === 0);
    if (new Set(ids).size < ids.length) return ids.find((id, index) => ids.indexOf(id) !== index);
    return ids.find((id) => isStored.get(id) !== undefined);
  }

  const putKey = db.prepare('INSERT INTO command_keys (id, digest) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const digestOfKey = db.prepare<[string], string>('SELECT digest FROM command_keys WHERE id = ?').pluck();

  /** Stores a command's key; false if it was used with another body. */
  function keepKey(key: CommandKey): boolean {
    return putKey.run(key.id, key.digest).changes === 1 || isSameBody(digestOfKey.get(key.id) ?? '', key);
  }

  function append({ stream, expected, columns, key }: AppendRequest, last: number): AppendOutcome {
    const actual = lastRevision.get(stream) ?? -1;
    if (actual !== expected) return { actual };
    const repeated = repeatedId(columns);
    if (repeated !== undefined) return { fault: `An event with the id ${repeated} is in the log already.` };
    if (key && !keepKey(key)) return { actual, keyReused: true };
    let revision = actual;
    let position = last;
    for (let index = 0; index < columns.length; index += 4) {
      const [id = '', type = '', data = '', metadata = ''] = columns.slice(index, index + 4);
      revision += 1;
      position += 1;
      const checksum = checksumOf({ position, stream, revision, id, type, data, metadata });
      insert.run(position, stream, revision, id, type, data, metadata, checksum);
    }
    return { first: last + 1, revision };
  }

  return (appends) => {
    const outcomes: AppendOutcome[] = [];
    let committing = false;
    try {
      begin.run();
      let last = lastPosition.get() ?? 0;
      for (const request of appends) {
        const outcome = append(request, last);
        if ('first' in outcome) last += request.columns.length / 4;
        outcomes.push(outcome);
      }
      committing = true;
      commit.run();
      return outcomes;
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      if (db.inTransaction) db.exec('ROLLBACK');
      // After an I/O error during COMMIT the data may be on disk; after "disk full" it is not.
      const unknown = committing && error.code.startsWith('SQLITE_IOERR');
      throw new CommitFailed(error, unknown ? 'unknown' : 'notAppended');
    }
  };
}
