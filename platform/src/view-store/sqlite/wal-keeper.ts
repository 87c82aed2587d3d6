import type Database from 'better-sqlite3';
import { isSqliteError } from '../../sqlite-error.ts';

/**
 * After so many commits what they left is moved right behind the last of them, while nobody waits for it: left to
 * SQLite, all of 32 MB is moved at once, within a commit, which takes 0.1 s.
 */
const commitsBetween = 25;
/** A writer that has been quiet for so long (ms) empties its write-ahead log, so that no reader walks a long one. */
const idleMs = 1000;

export interface WalKeeper {
  /** Said after each commit; `scrub` when what it replaced must leave the files. */
  wrote(scrub: boolean): void;
  close(): void;
}

/**
 * Moves the write-ahead log into the file when nothing is written, and cuts it off where an erased person's rows stood
 * in it: within a second, busy or not, since many erasures in a row (a rebuild) must not each pay for a cut. A reader in
 * the way makes it wait; it is tried again until done, when closing and at each start too.
 */
export function openWalKeeper(database: Database.Database): WalKeeper {
  let timer: NodeJS.Timeout | null = null;
  let mustCut = true;
  let commits = 0;
  let isClosed = false;

  /** One attempt, without waiting for readers: the thread has other work. */
  const cut = () => {
    database.pragma('busy_timeout = 0');
    try {
      const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      mustCut = result?.busy !== 0;
    } finally {
      database.pragma('busy_timeout = 5000');
    }
  };
  const move = () => {
    if (isClosed) return;
    commits = 0;
    try {
      if (mustCut) cut();
      else database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      // A disk that refuses will be met again by the next commit, which reports it.
      if (!isSqliteError(error)) throw error;
    }
  };
  const tidy = () => {
    timer = null;
    move();
    if (mustCut) wait();
  };
  const wait = () => {
    timer ??= setTimeout(tidy, idleMs).unref();
  };
  wait();

  return {
    wrote(scrub) {
      if (scrub) mustCut = true;
      commits += 1;
      if (commits === commitsBetween) setImmediate(move);
      // Pushed back by each commit, so that it runs when the writer is quiet; but not where a cut is due.
      if (timer && !mustCut) timer.refresh();
      else wait();
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      if (mustCut) cut();
    },
  };
}
