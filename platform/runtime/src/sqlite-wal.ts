import type Database from 'better-sqlite3';
import { isSqliteError } from './sqlite-error.ts';

/** Checkpoints and truncates the WAL, without waiting; false if a reader or a writer prevents it. */
export function emptyWal(db: Database.Database): boolean {
  const patience = db.pragma('busy_timeout', { simple: true });
  db.pragma('busy_timeout = 0');
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
    return result?.busy === 0;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  } finally {
    db.pragma(`busy_timeout = ${patience}`);
  }
}

/** How long (ms) a connection tries to switch its file, or to write to it. */
const maxTry = 10_000;

const aMoment = (): void => {
  // Random, so that it differs between processes.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 + 20 * Math.random());
};

/**
 * Switches the file to WAL. Processes that switch a new file at the same time hold locks that the others wait for, each
 * until its time-out: here each gives way at once and retries.
 * @param pause between two attempts
 */
export function useWal(db: Database.Database, pause = aMoment): void {
  const patience = db.pragma('busy_timeout', { simple: true });
  const until = performance.now() + maxTry;
  db.pragma('busy_timeout = 0');
  try {
    while (!isSwitched(db, performance.now() < until)) pause();
  } finally {
    db.pragma(`busy_timeout = ${patience}`);
  }
}

/**
 * Writes to a file that other processes write to all the time. SQLite itself retries every 100 ms, and may find the
 * file locked each time; here a waiter retries every few ms, so that each gets its turn.
 * @param write a transaction that takes the lock first
 * @param pause between two attempts
 * @throws SqliteError
 */
export function writeInTurn<Result>(db: Database.Database, write: () => Result, pause = aMoment): Result {
  const patience = db.pragma('busy_timeout', { simple: true });
  const until = performance.now() + maxTry;
  db.pragma('busy_timeout = 0');
  try {
    for (;;) {
      try {
        return write();
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
      }
      pause();
    }
  } finally {
    db.pragma(`busy_timeout = ${patience}`);
  }
}

export const isBusy = (error: unknown): boolean => isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');

/** @throws SqliteError if the file is locked, unless it `isTriedAgain` */
function isSwitched(db: Database.Database, isTriedAgain: boolean): boolean {
  try {
    db.pragma('journal_mode = WAL');
    return true;
  } catch (error) {
    if (isTriedAgain && isBusy(error)) return false;
    throw error;
  }
}
