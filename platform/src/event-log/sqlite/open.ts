import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { upcasters as daylineUpcasters, type Upcaster } from '@dayline/contracts/events/upcast';
import { followPages, Wakeups } from '../follow.ts';
import { startPosition, toOrdinal } from '../ordinal.ts';
import { type EventLog, EventLogUnavailable, elsewhereKnownAfterMs } from '../port.ts';
import { type Appended, appendedChannel } from './messages.ts';
import { openReader } from './reader.ts';
import { startWriter, type Writer, type WriterStats } from './writer.ts';

export interface SqliteEventLogOptions {
  /** The folder that holds `events.db`; made where it isn't there. */
  readonly folder: string;
  /** `read` opens no writer: for a follower in another thread or process. The file must be there. */
  readonly mode?: 'write' | 'read';
  readonly upcasters?: readonly Upcaster[];
}

export interface SqliteEventLog extends EventLog {
  /** The real path of the file. */
  readonly path: string;
  stats(): WriterStats;
  appendedElsewhere(): number;
}

/** How often a follower looks for what another process has written, in ms. Threads of this one are told at once. */
const lookEvery = 100;

/**
 * The embedded log, one SQLite file. One process may write it, any number of threads and processes may read it.
 * @throws Error when the file is damaged, or when SQLite won't promise durability
 */
export async function openSqliteEventLog({
  folder,
  mode = 'write',
  upcasters = daylineUpcasters,
}: SqliteEventLogOptions): Promise<SqliteEventLog> {
  mkdirSync(folder, { recursive: true });
  const path = join(realpathSync(folder), 'events.db');
  const wakeups = new Wakeups();
  const wake = () => wakeups.wake();
  const writer = mode === 'write' ? await startWriter({ path, synchronous: 'FULL' }, { onCommit: wake }) : readOnly;
  const reader = openReader(path, upcasters);
  const closed = new AbortController();

  // Beside the writer its own answers say what came; other threads are told over the channel.
  const channel = mode === 'read' ? new BroadcastChannel(appendedChannel(path)) : null;
  if (channel) {
    channel.onmessage = (message) => {
      // The border between threads: the writer's sends exactly this.
      reader.hear((message as { data: Appended }).data);
      wake();
    };
    channel.unref();
  }
  const look = setInterval(() => {
    if (wakeups.count > 0 && reader.hasChanged()) wake();
  }, lookEvery);
  look.unref();

  const appendedElsewhere = countElsewhere(writer, () => toOrdinal(reader.head()));
  return {
    path,
    start: startPosition,
    gapless: true,
    append: writer.append,
    stats: writer.stats,
    appendedElsewhere,
    readStream: async (stream, options = {}) => reader.stream(stream, options),
    readAll: async (after, limit) => reader.all(after, limit),
    head: async () => reader.head(),
    follow: (after, signal) =>
      followPages(after, {
        readPage: reader.next,
        onAppend: (listener) => wakeups.add(listener),
        signal: AbortSignal.any([signal, closed.signal]),
      }),
    async close() {
      if (closed.signal.aborted) return;
      closed.abort();
      clearInterval(look);
      channel?.close();
      // The reader first: only a writing connection that closes last brings the WAL into the file and removes it.
      reader.close();
      await writer.close();
    },
  };
}

/**
 * Positions count without gaps, so what the last own one has before it and wasn't appended here came from elsewhere.
 * Own commits say so by themselves; without one under way the head is looked at now and then.
 */
function countElsewhere({ stats }: Writer, head: () => number): () => number {
  const before = head();
  let elsewhere = 0;
  let lookedAt = performance.now();
  return () => {
    const { events, last, underWay } = stats();
    elsewhere = Math.max(elsewhere, last - before - events);
    const now = performance.now();
    if (underWay === 0 && now - lookedAt > elsewhereKnownAfterMs / 2) {
      lookedAt = now;
      elsewhere = Math.max(elsewhere, head() - before - events);
    }
    return elsewhere;
  };
}

const readOnly: Writer = {
  append: () => Promise.reject(new EventLogUnavailable('The event log is open for reading only.', 'notAppended')),
  stats: () => ({ appends: 0, commits: 0, events: 0, last: 0, underWay: 0 }),
  close: () => Promise.resolve(),
};
