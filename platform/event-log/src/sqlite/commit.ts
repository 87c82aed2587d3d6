import { crc32 } from 'node:zlib';
import { isSqliteError } from '@dayline/runtime/sqlite-error';
import type Database from 'better-sqlite3';
import type { CommandKey } from '../port.ts';
import type { ScannedEvent } from '../scan.ts';
import { chainIn, chainStart, recordedLater } from '../sealed-log/chain.ts';
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

export interface EventColumns extends Omit<ScannedEvent, 'position' | 'fitsChecksum'> {
  readonly position: number;
}

/** NaN, which equals no stored checksum, if a damaged record has bytes in place of a text: they would read the same. */
export function checksumOf({ position, stream, revision, id, type, data, metadata }: EventColumns): number {
  const areTexts = [stream, id, type, data, metadata].every((column) => typeof column === 'string');
  return areTexts ? crc32(`${position} ${stream} ${revision} ${id} ${type} ${data} ${metadata}`) : Number.NaN;
}

/** The last event of the log. */
interface End {
  readonly position: number;
  readonly recordedAt: string;
}

const firstMetadata = 3;

function eventsOf(columns: AppendRequest['columns']) {
  return Array.from({ length: columns.length / 4 }, (_, index) => {
    const [id = '', type = '', data = '', metadata = ''] = columns.slice(index * 4, index * 4 + 4);
    return { id, type, data, metadata };
  });
}

const timeField = /"recordedAt":"([^"]*)"/;
/** Quotes within values are escaped, so the first match is the field itself. */
const timeIn = (metadata: string): string => timeField.exec(metadata)?.[1] ?? '';

/**
 * Appends all requests in one immediate transaction with one fsync. A conflict of one doesn't affect the others:
 * everything that could refuse an append is checked before its first insert. Times never decrease across processes: an
 * append stamped before the last event is recorded with that event's time. Outcomes are in the order of the requests.
 */
export function committer(db: Database.Database): (appends: readonly AppendRequest[]) => readonly AppendOutcome[] {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const lastEvent = db.prepare<[], { position: number; metadata: string }>(
    'SELECT position, metadata FROM events ORDER BY position DESC LIMIT 1',
  );
  const metadataOf = db.prepare<[string, number], string>(
    'SELECT metadata FROM events WHERE stream = ? AND revision = ?',
  );
  metadataOf.pluck();
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
  function keepKey({ id, digest }: CommandKey): boolean {
    return putKey.run(id, digest).changes === 1 || digestOfKey.get(id) === digest;
  }

  /** The metadata of an append's events, none recorded before the last event. */
  function laterMetadata({ stream, expected, columns }: AppendRequest, recordedAt: string): string[] {
    const before = expected < 0 ? undefined : metadataOf.get(stream, expected);
    let previous = (before && chainIn({ metadata: before })) ?? chainStart;
    return eventsOf(columns).map(({ id, type, data, metadata }, index) => {
      const event = { id, type, data: JSON.parse(data), metadata: JSON.parse(metadata) };
      const place = { stream, revision: expected + 1 + index };
      const { chain, canonical } = recordedLater(previous, { ...event, ...place }, recordedAt);
      previous = chain;
      return canonical.metadata;
    });
  }

  function append(request: AppendRequest, { position: last, recordedAt }: End): AppendOutcome {
    const { stream, expected, columns, key } = request;
    const actual = lastRevision.get(stream) ?? -1;
    if (actual !== expected) return { actual };
    const duplicateId = repeatedId(columns);
    if (duplicateId !== undefined) return { fault: `An event with the id ${duplicateId} is in the log already.` };
    if (key && !keepKey(key)) return { actual, keyReused: true };
    const isEarlier = timeIn(columns[firstMetadata] ?? '') < recordedAt;
    const later = isEarlier ? laterMetadata(request, recordedAt) : [];
    let revision = actual;
    let position = last;
    for (const [index, { id, type, data, metadata: own }] of eventsOf(columns).entries()) {
      revision += 1;
      position += 1;
      const metadata = later[index] ?? own;
      const checksum = checksumOf({ position, stream, revision, id, type, data, metadata });
      insert.run(position, stream, revision, id, type, data, metadata, checksum);
    }
    return { first: last + 1, revision, ...(isEarlier && { recordedAt }) };
  }

  return (appends) => {
    const outcomes: AppendOutcome[] = [];
    let committing = false;
    try {
      begin.run();
      const last = lastEvent.get();
      let end: End = { position: last?.position ?? 0, recordedAt: last ? timeIn(last.metadata) : '' };
      for (const request of appends) {
        const outcome = append(request, end);
        if ('first' in outcome) {
          const { columns } = request;
          const own = timeIn(columns.at(-1) ?? '');
          const recordedAt = own < end.recordedAt ? end.recordedAt : own;
          end = { position: end.position + columns.length / 4, recordedAt };
        }
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
