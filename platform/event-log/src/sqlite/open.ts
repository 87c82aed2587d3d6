import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { upcasters as daylineUpcasters, type Upcaster } from '@dayline/contracts/events/upcast';
import type { Position } from '@dayline/contracts/ids';
import type { Logger } from '@dayline/runtime/logging/logger';
import { type OpenedFile, openedFile } from '@dayline/runtime/opened-file';
import { type OnPollFailed, startPolling } from '@dayline/runtime/polling';
import { followPages, Wakeups } from '../follow.ts';
import { startPosition, toOrdinal, toPosition } from '../ordinal.ts';
import { type EventLog, EventLogUnavailable, type EventRef, type LogStats } from '../port.ts';
import { appendedChannel } from './messages.ts';
import { openReader, type Reader } from './reader.ts';
import { startWriter, type Writer } from './writer.ts';

export interface SqliteEventLogOptions {
  /** The folder of `events.db`; created if missing. */
  readonly folder: string;
  /** `read` opens no writer, for followers in other threads or processes. The file must exist. */
  readonly mode?: 'write' | 'read';
  readonly upcasters?: readonly Upcaster[];
  /** Called when a follower failed to poll for other processes' appends; it polls again. */
  readonly onPollFailed?: OnPollFailed;
  readonly logger?: Pick<Logger, 'error'> | undefined;
}

export interface SqliteEventLog extends EventLog {
  /** The real path of the file. */
  readonly path: string;
  stats(): LogStats;
  digestOfKey(id: string): Promise<string | null>;
}

/** How often a follower polls for other processes' appends, in ms. Threads of this process are woken at once. */
const lookEvery = 100;

/** The file at the path, which may be exchanged for another while it is open. */
class LogFile {
  readonly #path: string;
  readonly #upcasters: readonly Upcaster[];
  readonly #onExchanged: (head: Position) => void;
  #file: OpenedFile;
  reader: Reader;
  setBacks = 0;
  /** The last event of the file that was replaced. */
  lost: EventRef | null = null;

  constructor(path: string, upcasters: readonly Upcaster[], onExchanged: (head: Position) => void) {
    this.#path = path;
    this.#upcasters = upcasters;
    this.#onExchanged = onExchanged;
    this.reader = openReader(path, upcasters);
    // One read creates the WAL files.
    this.reader.head();
    this.#file = openedFile(path);
  }

  /** Reopens the path if another file was put there. */
  look(): void {
    if (this.#file.state() !== 'exchanged') return;
    this.lost = lastOf(this.reader) ?? this.lost;
    this.#file.removeLeftovers();
    const next = openReader(this.#path, this.#upcasters);
    const head = next.head();
    this.reader.close();
    this.reader = next;
    this.#file = openedFile(this.#path);
    this.setBacks += 1;
    this.#onExchanged(head);
  }
}

/**
 * The embedded log, one SQLite file. Any number of threads and processes may read and append.
 * @throws Error if the file is damaged, or SQLite can't guarantee durability
 */
export async function openSqliteEventLog({
  folder,
  mode = 'write',
  upcasters = daylineUpcasters,
  onPollFailed = () => undefined,
  logger,
}: SqliteEventLogOptions): Promise<SqliteEventLog> {
  mkdirSync(folder, { recursive: true });
  const path = join(realpathSync(folder), 'events.db');
  const wakeups = new Wakeups();
  const wake = () => wakeups.wake();
  const writer = mode === 'write' ? await startWriter({ path, synchronous: 'FULL' }, { onCommit: wake }) : readOnly;
  const file = new LogFile(path, upcasters, (head) => {
    logger?.error({ head }, 'the event log was set back: events.db was exchanged for another file');
    wake();
  });
  const closing = new AbortController();
  const look = () => {
    if (!closing.signal.aborted) file.look();
  };
  // With a writer, its answers wake followers; threads without one listen on the channel.
  const channel = mode === 'read' ? new BroadcastChannel(appendedChannel(path)) : null;
  if (channel) {
    channel.onmessage = wake;
    channel.unref();
  }
  const polling = startPolling({
    of: 'log',
    everyMs: lookEvery,
    look: () => {
      look();
      if (wakeups.count > 0 && file.reader.hasChanged()) wake();
    },
    onFailed: onPollFailed,
  });
  // A command checks for each of its streams; a check costs as much as folding one.
  const pollOncePerTurn = oncePerTurn(look);

  return {
    path,
    start: startPosition,
    gapless: true,
    append: writer.append,
    stats: writer.stats,
    async setBacks() {
      pollOncePerTurn();
      return file.setBacks;
    },
    lostEvent: () => file.lost,
    last: async () => lastIn(file.reader),
    readStream: async (stream, options = {}) => file.reader.stream(stream, options),
    readAll: async (after, limit) => file.reader.all(after, limit),
    refsAfter: async (after, limit) => file.reader.refs(after, limit),
    head: async () => file.reader.head(),
    digestOfKey: async (id) => file.reader.digestOfKey(id),
    follow: (after, signal, options) =>
      followPages(after, {
        ...options,
        readPage: (from, limit, types) => file.reader.page(from, limit, types),
        setBacks: () => file.setBacks,
        holds: ({ stream, revision, id, position }) => {
          const [event] = file.reader.stream(stream, { from: revision, limit: 1 });
          return event?.id === id && event.position === position;
        },
        head: () => file.reader.head(),
        onAppend: (listener) => wakeups.add(listener),
        signal: AbortSignal.any([signal, closing.signal]),
      }),
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      polling.stop();
      channel?.close();
      // The reader closes first: only a writing connection that closes last checkpoints and removes the WAL.
      file.reader.close();
      await writer.close();
    },
  };
}

/** The work, skipped if it was already done in the same turn of the event loop. */
function oncePerTurn(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    setImmediate(() => {
      isDone = false;
    });
    work();
  };
}

function lastIn(reader: Reader): EventRef | null {
  const head = reader.head();
  return head === startPosition ? null : (reader.all(toPosition(toOrdinal(head) - 1), 1)[0] ?? null);
}

/** The last event of a replaced file; null if it can no longer be read. */
function lastOf(reader: Reader): EventRef | null {
  try {
    return lastIn(reader);
  } catch {
    return null;
  }
}

const readOnly: Writer = {
  append: () => Promise.reject(new EventLogUnavailable('The event log is open for reading only.', 'notAppended')),
  stats: () => ({ appends: 0, commits: 0 }),
  close: () => Promise.resolve(),
};
