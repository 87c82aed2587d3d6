import Database from 'better-sqlite3';
import { refuseChange, tables } from './schema.ts';

export type Synchronous = 'FULL' | 'NORMAL';
const synchronousLevel = { NORMAL: 1, FULL: 2 } as const;

/** Older ones can lose commits when the WAL is reset. */
const oldestSqlite = [3, 51, 3] as const;

export function refuseOldSqlite(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [place, least] of oldestSqlite.entries()) {
    const part = parts[place] ?? 0;
    if (part > least) return;
    if (part < least)
      throw new Error(`SQLite ${version} is too old: the log needs ${oldestSqlite.join('.')} or newer.`);
  }
}

function set(db: Database.Database, pragma: string, wanted: string | number): void {
  db.pragma(`${pragma} = ${wanted}`);
}

function demand(db: Database.Database, pragma: string, expected: string | number): void {
  const actual = db.pragma(pragma, { simple: true });
  if (actual !== expected)
    throw new Error(`The log refuses to start: ${pragma} is ${String(actual)}, not ${expected}.`);
}

/**
 * The one connection that writes. better-sqlite3 is built with NORMAL for WAL, which answers before the disk has it:
 * so FULL is set, and read back. `synchronous` is a parameter only for the test that shows the difference.
 */
export function openForWriting(path: string, synchronous: Synchronous = 'FULL'): Database.Database {
  const db = new Database(path);
  try {
    refuseOldSqlite(String(db.prepare('SELECT sqlite_version()').pluck().get()));
    set(db, 'journal_mode', 'WAL');
    set(db, 'synchronous', synchronous);
    set(db, 'wal_autocheckpoint', 10_000);
    set(db, 'cell_size_check', 'ON');
    set(db, 'busy_timeout', 5_000);
    demand(db, 'journal_mode', 'wal');
    demand(db, 'synchronous', synchronousLevel[synchronous]);
    demand(db, 'wal_autocheckpoint', 10_000);
    db.transaction(() => {
      db.exec(tables);
      db.exec(refuseChange);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A connection that only reads; the file must be there. */
export function openForReading(path: string): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  set(db, 'cell_size_check', 'ON');
  set(db, 'busy_timeout', 5_000);
  return db;
}
