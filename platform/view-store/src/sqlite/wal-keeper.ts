import { isSqliteError } from '@dayline/runtime/sqlite-error';
import type Database from 'better-sqlite3';

/**
 * Checkpoints the WAL every N commits, right after the last of them: SQLite's automatic checkpoint moves all 32 MB
 * within one commit, which takes 0.1 s.
 */
const commitsBetween = 25;
/** Idle time (ms) after which a writer empties the WAL, since a long WAL slows readers. */
const idleMs = 1000;

export interface WalKeeper {
  /** Call after each commit. */
  recordWrite(): void;
  close(): void;
}

/** Checkpoints the WAL between commits. */
export function openWalKeeper(database: Database.Database): WalKeeper {
  let timer: NodeJS.Timeout | null = null;
  let commits = 0;
  let isClosed = false;

  const move = () => {
    if (isClosed) return;
    commits = 0;
    try {
      database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      // The next commit meets the same disk fault and reports it.
      if (!isSqliteError(error)) throw error;
    }
  };
  const tidy = () => {
    timer = null;
    move();
  };
  const wait = () => {
    timer = setTimeout(tidy, idleMs).unref();
  };
  wait();

  return {
    recordWrite() {
      commits += 1;
      if (commits === commitsBetween) setImmediate(move);
      // Restarted by each commit, so that it fires when the writer is idle.
      if (timer) timer.refresh();
      else wait();
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
    },
  };
}
