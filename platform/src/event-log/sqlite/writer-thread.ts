import { BroadcastChannel, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { CommitFailed, committer } from './commit.ts';
import { openForWriting, type Synchronous } from './connection.ts';
import {
  type Appended,
  type AppendRequest,
  appendedChannel,
  type FromWriter,
  type RowOfAll,
  type ToWriter,
} from './messages.ts';
import { checkTail } from './tail-check.ts';

/** How long nothing must have been written before the WAL is brought into the file, in ms. */
const idleAfter = 500;

/** Followers in other threads are told of a lone commit at once, and of a stream of them so often (ms): each wakes a thread. */
const tellEvery = 10;
/** So many new events are handed on with the word; more are read from the file. */
const handedOnAtMost = 16;

export interface WriterData {
  readonly path: string;
  readonly synchronous: Synchronous;
}

const port = parentPort;
if (!port) throw new Error('The writer runs in a thread of its own.');
// The border between threads: the one who starts this thread sends exactly this.
const { path, synchronous } = workerData as WriterData;
const answer = (message: FromWriter): void => port.postMessage(message);

function open(): Database.Database | null {
  try {
    const db = openForWriting(path, synchronous);
    checkTail(db);
    return db;
  } catch (error) {
    answer({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

const db = open();
if (db) write(db);

function write(db: Database.Database): void {
  if (!port) return;
  const commit = committer(db);
  const appended = new BroadcastChannel(appendedChannel(path));
  let hasWritten = false;
  let isDirty = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  let tellLater: NodeJS.Timeout | null = null;
  let untold: Appended = [];

  function note(rows: readonly RowOfAll[]): void {
    untold = untold && untold.length + rows.length <= handedOnAtMost ? [...untold, ...rows] : null;
  }

  function tellFollowers(): void {
    const rest = toldAt + tellEvery - performance.now();
    if (rest > 0) {
      tellLater ??= setTimeout(() => {
        tellLater = null;
        tellFollowers();
      }, rest);
      return;
    }
    toldAt = performance.now();
    appended.postMessage(untold);
    untold = [];
  }

  const idle = setInterval(() => {
    if (isDirty && !hasWritten) isDirty = !bringIn(db);
    hasWritten = false;
  }, idleAfter);

  function commitAll(appends: readonly AppendRequest[]): void {
    try {
      const { outcomes, rows } = commit(appends);
      answer({ kind: 'committed', outcomes });
      note(rows);
      tellFollowers();
      hasWritten = true;
      isDirty = true;
    } catch (error) {
      // Anything but the store's own failures is a fault of ours: the thread dies and is started again.
      if (!(error instanceof CommitFailed)) throw error;
      answer({ kind: 'failed', count: appends.length, reason: error.message, outcome: error.outcome });
    }
  }

  function close(): void {
    clearInterval(idle);
    if (tellLater) clearTimeout(tellLater);
    appended.close();
    db.close();
    port?.close();
  }

  port.on('message', (first: ToWriter) => {
    let closing = false;
    const appends: AppendRequest[] = [];
    // All that arrived during the last commit goes into this one: no timer, no waiting for more.
    for (let next: ToWriter | undefined = first; next !== undefined; next = receiveMessageOnPort(port)?.message) {
      if (next === 'close') closing = true;
      else appends.push(...next.appends);
    }
    if (appends.length > 0) commitAll(appends);
    if (closing) close();
  });
  answer({ kind: 'ready' });
}

/** Copies the WAL into the file while nobody waits. Whether it succeeded; else the next idle moment tries again. */
function bringIn(db: Database.Database): boolean {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
    return true;
  } catch {
    // Nothing is lost: the events are durable in the WAL, and a commit that meets the same trouble reports it.
    return false;
  }
}
