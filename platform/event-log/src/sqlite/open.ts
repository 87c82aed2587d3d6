import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { upcasters as daylineUpcasters, type Upcaster } from '@dayline/contracts/events/upcast';
import type { Logger } from '@dayline/runtime/logging/logger';
import { openedFile } from '@dayline/runtime/opened-file';
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
  let reader = openReader(path, upcasters);
  // One read creates the WAL files.
  reader.head();
  let file = openedFile(path);
  let setBacks = 0;
  let lost: EventRef | null = null;
  const closed = new AbortController();

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
      lookAtFile();
      if (wakeups.count > 0 && reader.hasChanged()) wake();
    },
    onFailed: onPollFailed,
  });

  /** Reopens the path if another file was put there. */
  function lookAtFile(): void {
    if (closed.signal.aborted || file.state() !== 'exchanged') return;
    lost = lastOf(reader) ?? lost;
    file.removeLeftovers();
    const next = openReader(path, upcasters);
    const head = next.head();
    reader.close();
    reader = next;
    file = openedFile(path);
    setBacks += 1;
    logger?.error({ head }, 'the event log was set back: events.db was exchanged for another file');
    wake();
  }

  // A command asks for each of its streams; a look costs as much as folding one.
  const lookOnceATurn = onceATurn(lookAtFile);

  return {
    path,
    start: startPosition,
    gapless: true,
    append: writer.append,
    stats: writer.stats,
    async setBacks() {
      lookOnceATurn();
      return setBacks;
    },
    lostEvent: () => lost,
    last: async () => lastIn(reader),
    readStream: async (stream, options = {}) => reader.stream(stream, options),
    readAll: async (after, limit) => reader.all(after, limit),
    head: async () => reader.head(),
    digestOfKey: async (id) => reader.digestOfKey(id),
    follow: (after, signal, options) =>
      followPages(after, {
        ...options,
        readPage: (from, limit, types) => reader.page(from, limit, types),
        setBacks: () => setBacks,
        holds: ({ stream, revision, id, position }) => {
          const [event] = reader.stream(stream, { from: revision, limit: 1 });
          return event?.id === id && event.position === position;
        },
        head: () => reader.head(),
        onAppend: (listener) => wakeups.add(listener),
        signal: AbortSignal.any([signal, closed.signal]),
      }),
    async close() {
      if (closed.signal.aborted) return;
      closed.abort();
      polling.stop();
      channel?.close();
      // The reader closes first: only a writing connection that closes last checkpoints and removes the WAL.
      reader.close();
      await writer.close();
    },
  };
}

/** The work, left out where it was done in the same turn of the event loop. */
function onceATurn(work: () => void): () => void {
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

/** The last event of a file that was taken away; null if it can't be read any more. */
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
