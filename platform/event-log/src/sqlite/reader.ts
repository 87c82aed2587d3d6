import type { Upcaster } from '@dayline/contracts/events/upcast';
import type { Position } from '@dayline/contracts/ids';
import { isFileAway, isSqliteError } from '@dayline/runtime/sqlite-error';
import type { Page } from '../follow.ts';
import { toOrdinal, toPosition } from '../ordinal.ts';
import {
  EventLogDamaged,
  EventLogUnavailable,
  type EventRef,
  type ReadStreamOptions,
  type StoredEvent,
} from '../port.ts';
import { upcastEvents } from '../upcasting.ts';
import { checksumOf } from './commit.ts';
import { openForReading } from './connection.ts';

/** Data and metadata are JSON. */
type Row = [
  position: number,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
  checksum: number,
];
type RowOfAll = [...Row, stream: string];

/** How many events one page of chosen types passes at most: a few ms in the calling thread. */
const maxPassed = 10_000;

const positionColumn = 0;
const revisionColumn = 1;
const streamColumn = 7;

/**
 * Reads synchronously in the calling thread: a page costs less than a message to another thread. The checksum of every
 * event read is verified. @throws EventLogDamaged, EventLogUnavailable
 */
export interface Reader {
  stream(stream: string, options: ReadStreamOptions): StoredEvent[];
  all(after: Position, limit: number): StoredEvent[];
  refs(after: Position, limit: number): EventRef[];
  /** The next events, of these types alone if given; of the others only the numbering is checked. */
  page(after: Position, limit: number, types?: readonly string[]): Page;
  head(): Position;
  digestOfKey(id: string): string | null;
  /** Whether another connection, in any process, has committed since the last call. */
  hasChanged(): boolean;
  close(): void;
}

export function openReader(path: string, upcasters: readonly Upcaster[]): Reader {
  const db = readingFile(() => openForReading(path));
  const columns = 'position, revision, id, type, data, metadata, checksum';
  const forward = db.prepare<[string, number, number, number], Row>(
    `SELECT ${columns} FROM events WHERE stream = ? AND revision >= ? AND position <= ? ORDER BY revision LIMIT ?`,
  );
  const backward = db.prepare<[string, number, number], Row>(
    `SELECT ${columns} FROM events WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`,
  );
  const all = db.prepare<[number, number], RowOfAll>(
    `SELECT ${columns}, stream FROM events WHERE position > ? ORDER BY position LIMIT ?`,
  );
  const head = db.prepare<[], number>('SELECT coalesce(max(position), 0) FROM events').pluck();
  const pageOfTypes = db.prepare<[number, number, string, number], RowOfAll>(
    `SELECT ${columns}, stream FROM events WHERE position > ? AND position <= ?
       AND type IN (SELECT value FROM json_each(?)) ORDER BY position LIMIT ?`,
  );
  const countRows = db.prepare<[number, number], number>(
    'SELECT count(*) FROM events WHERE position > ? AND position <= ?',
  );
  countRows.pluck();
  const refs = db.prepare<[number, number], Omit<EventRef, 'position'> & { position: number }>(
    'SELECT id, stream, revision, position FROM events WHERE position > ? ORDER BY position LIMIT ?',
  );
  const refAt = db.prepare<[number], Omit<EventRef, 'position'>>(
    'SELECT id, stream, revision FROM events WHERE position = ?',
  );
  for (const statement of [forward, backward, all, pageOfTypes]) statement.raw();

  const upcast = upcastEvents(upcasters);
  const toEvent = (row: Row | RowOfAll, stream: string): StoredEvent => upcast(new RowEvent(row, stream));
  const digestOfKey = db.prepare<[string], string>('SELECT digest FROM command_keys WHERE id = ?').pluck();
  let version = dataVersion();

  function dataVersion(): unknown {
    return db.pragma('data_version', { simple: true });
  }

  function readAll(after: Position, limit: number): StoredEvent[] {
    const rows = readingFile(() => all.all(toOrdinal(after), limit));
    refuseHoles(rows, { column: positionColumn, what: 'position', step: 1, first: toOrdinal(after) + 1 });
    return rows.map((row) => toEvent(row, row[streamColumn]));
  }

  function readTypes(after: Position, limit: number, types: readonly string[]): Page {
    const from = toOrdinal(after);
    const end = Math.min(head.get() ?? 0, from + maxPassed);
    if (end <= from) return { events: [], last: null };
    const missing = end - from - (countRows.get(from, end) ?? 0);
    if (missing !== 0) throw new EventLogDamaged(`${missing} of the positions ${from + 1} to ${end} are missing`);
    const events = pageOfTypes
      .all(from, end, JSON.stringify(types), limit)
      .map((row) => toEvent(row, row[streamColumn]));
    const ref = refAt.get(end);
    const last = events.length < limit && ref ? { ...ref, position: toPosition(end) } : (events.at(-1) ?? null);
    return { events, last };
  }

  return {
    stream(stream, { direction = 'forward', from, upTo, limit = -1 }) {
      const isForward = direction === 'forward';
      const last = upTo === undefined ? Number.MAX_SAFE_INTEGER : toOrdinal(upTo);
      const rows = readingFile(() =>
        isForward
          ? forward.all(stream, from ?? 0, last, limit)
          : backward.all(stream, from ?? Number.MAX_SAFE_INTEGER, limit),
      );
      refuseHoles(rows, {
        column: revisionColumn,
        what: `revision of ${stream}`,
        step: isForward ? 1 : -1,
        first: isForward ? (from ?? 0) : undefined,
      });
      return rows.map((row) => toEvent(row, stream));
    },
    all: readAll,
    refs: (after, limit) =>
      readingFile(() => refs.all(toOrdinal(after), limit)).map((row) => ({
        ...row,
        position: toPosition(row.position),
      })),
    page(after, limit, types) {
      if (types) return readingFile(() => readTypes(after, limit, types));
      const events = readAll(after, limit);
      return { events, last: events.at(-1) ?? null };
    },
    head: () => toPosition(readingFile(() => head.get()) ?? 0),
    digestOfKey(id) {
      return readingFile(() => digestOfKey.get(id)) ?? null;
    },
    hasChanged() {
      const before = version;
      version = dataVersion();
      return version !== before;
    },
    close: () => db.close(),
  };
}

/**
 * The event of a row. It has a constructor, since V8 allocates the objects of a literal in its old generation once
 * many of them have lived long. Measured: 100,000 events take 1.4 s of processor time, 0.14 s of it in the collector; as
 * literals 1.8 s and 0.84 s.
 */
class RowEvent implements StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly data: StoredEvent['data'];
  readonly metadata: StoredEvent['metadata'];
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;

  /** @throws EventLogDamaged */
  constructor([position, revision, id, type, data, metadata, checksum]: Row | RowOfAll, stream: string) {
    if (checksumOf({ position, stream, revision, id, type, data, metadata }) !== checksum) {
      throw new EventLogDamaged(`the event at position ${position} is not as it was appended`);
    }
    this.id = id;
    this.type = type;
    this.data = parsed(data, position);
    this.metadata = parsed(metadata, position);
    this.stream = stream;
    this.revision = revision;
    this.position = toPosition(position);
  }
}

function parsed(json: string, position: number) {
  try {
    return JSON.parse(json);
  } catch {
    throw new EventLogDamaged(`the event at position ${position} is not JSON`);
  }
}

interface Numbering {
  readonly column: typeof positionColumn | typeof revisionColumn;
  readonly what: string;
  readonly step: 1 | -1;
  readonly first: number | undefined;
}

/** Positions and revisions have no gaps, so a removed event shows as a hole and is reported. */
function refuseHoles(rows: readonly (Row | RowOfAll)[], { column, what, step, first }: Numbering): void {
  let expected = first;
  for (const row of rows) {
    if (expected !== undefined && row[column] !== expected) {
      throw new EventLogDamaged(`${what} ${row[column]} is stored where ${expected} should be`);
    }
    expected = row[column] + step;
  }
}

/** Runs a read. @throws EventLogUnavailable if the file can't be read */
export function readingFile<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!isSqliteError(error) && !isFileAway(error)) throw error;
    throw new EventLogUnavailable(`The event log could not be read: ${error.message}`, 'notAppended', error);
  }
}
