import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { openForWriting } from './connection.ts';
import type { WriterData } from './writer.ts';
import {
  type FromWriter,
  type ToWriter,
  type VaultWrites,
  vaultWrites,
  type WriteOutcome,
  type WriteRequest,
} from './writes.ts';

const port = parentPort;
if (!port) throw new Error('The vault writes in a thread of its own.');
// The border between threads: the one who starts this thread sends exactly this.
const { path, fingerprint } = workerData as WriterData;
const answer = (message: FromWriter): void => port.postMessage(message);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function perform(writes: VaultWrites, { write, with: given }: WriteRequest): WriteOutcome {
  // A request's parameters are those of the write that it names (writes.ts); a union can't say so.
  const run = writes[write] as (...parameters: typeof given) => ReturnType<VaultWrites[typeof write]>;
  return { done: run(...given) };
}

function serve(db: Database.Database): void {
  const writes = vaultWrites(db);
  const one = db.transaction((request: WriteRequest) => perform(writes, request));
  const all = db.transaction((requests: readonly WriteRequest[]): WriteOutcome[] =>
    requests.map((request) => {
      try {
        return one(request);
      } catch (error) {
        // Its savepoint is rolled back; the others of the batch go on, unless the whole transaction is lost.
        if (!db.inTransaction) throw error;
        return { fault: reasonOf(error) };
      }
    }),
  );

  function commit(requests: readonly WriteRequest[]): void {
    try {
      answer({ kind: 'answered', outcomes: all.immediate(requests) });
    } catch (error) {
      answer({ kind: 'failed', count: requests.length, reason: reasonOf(error) });
      return;
    }
    if (requests.some(({ write }) => write === 'destroyKey')) emptyWal(db);
  }

  port?.on('message', (first: ToWriter) => {
    let closing = false;
    const requests: WriteRequest[] = [];
    // All that arrived during the last commit shares one fsync.
    for (let next: ToWriter | undefined = first; next !== undefined; next = receiveMessageOnPort(port)?.message) {
      if (next === 'close') closing = true;
      else requests.push(...next.writes);
    }
    if (requests.length > 0) commit(requests);
    if (closing) {
      db.close();
      port.close();
    }
  });
  answer({ kind: 'ready' });
}

/** The WAL still holds pages from before a key was destroyed. Where a reader is in the way, the next destroying does it. */
function emptyWal(db: Database.Database): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The key is destroyed durably all the same, and a write that meets the same trouble reports it.
  }
}

try {
  serve(openForWriting(path, fingerprint));
} catch (error) {
  answer({ kind: 'refused', reason: reasonOf(error) });
}
