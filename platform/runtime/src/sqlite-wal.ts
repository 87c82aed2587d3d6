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
