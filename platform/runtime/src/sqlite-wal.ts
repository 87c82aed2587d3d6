import type Database from 'better-sqlite3';
import { isSqliteError } from './sqlite-error.ts';

/**
 * Checkpoints and truncates the WAL; false if a reader prevents it. Doesn't wait for readers: the thread has writes to
 * do.
 */
export function emptyWal(db: Database.Database): boolean {
  const patience = db.pragma('busy_timeout', { simple: true });
  db.pragma('busy_timeout = 0');
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
    return result?.busy === 0;
  } catch (error) {
    if (isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')) return false;
    throw error;
  } finally {
    db.pragma(`busy_timeout = ${patience}`);
  }
}

/** How long (ms) a connection tries to switch its file. */
const longestSwitch = 10_000;

const aMoment = (): void => {
  // At least one that is different in each process.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 + 20 * Math.random());
};

/**
 * Switches the file to WAL. Processes that switch a new file at the same time hold locks that the others wait for, each
 * until its patience is over: here each gives way at once and tries again.
 * @param pause between two tries
 */
export function useWal(db: Database.Database, pause = aMoment): void {
  const patience = db.pragma('busy_timeout', { simple: true });
  const until = performance.now() + longestSwitch;
  db.pragma('busy_timeout = 0');
  try {
    while (!isSwitched(db, performance.now() < until)) pause();
  } finally {
    db.pragma(`busy_timeout = ${patience}`);
  }
}

/** @throws SqliteError if the file is locked, unless it `isTriedAgain` */
function isSwitched(db: Database.Database, isTriedAgain: boolean): boolean {
  try {
    db.pragma('journal_mode = WAL');
    return true;
  } catch (error) {
    if (isTriedAgain && isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')) return false;
    throw error;
  }
}
