import type { Upcaster } from '@dayline/contracts/events/upcast';
import type { Position } from '@dayline/contracts/ids';
import { isFileAway, isSqliteError } from '../../sqlite-error.ts';
import { toOrdinal, toPosition } from '../ordinal.ts';
import { EventLogUnavailable, type ReadStreamOptions, type StoredEvent } from '../port.ts';
import { upcastEvents } from '../upcasting.ts';
import { openForReading } from './connection.ts';
import type { Appended, Row, RowOfAll } from './messages.ts';

const positionColumn = 0;
const revisionColumn = 1;
const streamColumn = 6;

/** Reads in the calling thread, synchronously: a page costs less than asking another thread for it. */
export interface Reader {
  stream(stream: string, options: ReadStreamOptions): StoredEvent[];
  all(after: Position, limit: number): StoredEvent[];
  /** Some of the events after a position, from memory where the last ones told of are the next; none at the log's end. */
  next(after: Position, limit: number): StoredEvent[];
  /** Takes what the writer has committed: read from the file, the page would have to be fetched anew. */
  hear(appended: Appended): void;
  head(): Position;
  /** Whether another connection, in whatever process, has committed since the last call. */
  hasChanged(): boolean;
  close(): void;
}

export function openReader(path: string, upcasters: readonly Upcaster[]): Reader {
  const db = saying(() => openForReading(path));
  const columns = 'position, revision, id, type, data, metadata';
  const forward = db.prepare<[string, number, number], Row>(
    `SELECT ${columns} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
  );
  const backward = db.prepare<[string, number, number], Row>(
    `SELECT ${columns} FROM events WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`,
  );
  const all = db.prepare<[number, number], RowOfAll>(
    `SELECT ${columns}, stream FROM events WHERE position > ? ORDER BY position LIMIT ?`,
  );
  const head = db.prepare<[], number>('SELECT coalesce(max(position), 0) FROM events').pluck();
  for (const statement of [forward, backward, all]) statement.raw();

  const upcast = upcastEvents(upcasters);
  // One literal, not spread: loading a day must cost little more than its rows and their parse.
  const toEvent = ([position, revision, id, type, data, metadata]: Row | RowOfAll, stream: string): StoredEvent =>
    upcast({
      id,
      type,
      data: JSON.parse(data),
      metadata: JSON.parse(metadata),
      stream,
      revision,
      position: toPosition(position),
    });
  let version = dataVersion();
  let told: Appended = null;

  function dataVersion(): unknown {
    return db.pragma('data_version', { simple: true });
  }

  function pageAfter(after: Position, limit: number): StoredEvent[] {
    const rows = saying(() => all.all(toOrdinal(after), limit));
    refuseHoles(rows, positionColumn, 1, toOrdinal(after) + 1);
    return rows.map((row) => toEvent(row, row[streamColumn]));
  }

  return {
    stream(stream, { direction = 'forward', from, limit = -1 }) {
      const isForward = direction === 'forward';
      const rows = saying(() =>
        isForward
          ? forward.all(stream, from ?? 0, limit)
          : backward.all(stream, from ?? Number.MAX_SAFE_INTEGER, limit),
      );
      refuseHoles(rows, revisionColumn, isForward ? 1 : -1, isForward ? (from ?? 0) : undefined);
      return rows.map((row) => toEvent(row, stream));
    },
    all: pageAfter,
    next(after, limit) {
      const rows = told;
      if (rows?.[0]?.[positionColumn] !== toOrdinal(after) + 1) return pageAfter(after, limit);
      return rows.slice(0, limit).map((row) => toEvent(row, row[streamColumn]));
    },
    hear(appended) {
      told = appended;
    },
    head: () => toPosition(saying(() => head.get()) ?? 0),
    hasChanged() {
      const before = version;
      version = dataVersion();
      return version !== before;
    },
    close: () => db.close(),
  };
}

/** Positions and revisions count without gaps, so a damaged page shows as a hole: never passed over in silence. */
function refuseHoles(
  rows: readonly (Row | RowOfAll)[],
  column: typeof positionColumn | typeof revisionColumn,
  step: 1 | -1,
  first: number | undefined,
): void {
  let expected = first;
  for (const row of rows) {
    if (expected !== undefined && row[column] !== expected) {
      throw new EventLogUnavailable(
        `The event log is damaged: ${row[column]} stands where ${expected} should.`,
        'notAppended',
      );
    }
    expected = row[column] + step;
  }
}

function saying<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!isSqliteError(error) && !isFileAway(error)) throw error;
    throw new EventLogUnavailable(`The event log could not be read: ${error.message}`, 'notAppended', error);
  }
}
