import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isSqliteError } from '../sqlite-error.ts';
import type { Lease } from './lease.ts';

/** An operating-system lock on a file in `folder`; it ends with its process. */
export function fileLease(folder: string, name: string): Lease {
  let lock: Database.Database | null = null;
  return {
    everyMs: 500,
    async attempt() {
      if (lock) return true;
      mkdirSync(folder, { recursive: true });
      const db = new Database(join(folder, `${name}.lease`), { timeout: 0 });
      try {
        db.exec('BEGIN EXCLUSIVE');
        lock = db;
        return true;
      } catch (error) {
        db.close();
        if (!isSqliteError(error) || !error.code.startsWith('SQLITE_BUSY')) throw error;
        return false;
      }
    },
    async release() {
      lock?.close();
      lock = null;
    },
  };
}
