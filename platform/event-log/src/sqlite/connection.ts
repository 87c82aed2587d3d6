import { refuseOldSqlite } from '@dayline/runtime/sqlite-version';
import { useWal } from '@dayline/runtime/sqlite-wal';
import { demandFormat, settleFormat } from '@dayline/runtime/store-format';
import Database from 'better-sqlite3';
import { refuseChange, tables } from './schema.ts';

export type Synchronous = 'FULL' | 'NORMAL';
const synchronousLevel = { NORMAL: 1, FULL: 2 } as const;

function set(db: Database.Database, pragma: string, value: string | number): void {
  db.pragma(`${pragma} = ${value}`);
}

function demand(db: Database.Database, pragma: string, expected: string | number): void {
  const actual = db.pragma(pragma, { simple: true });
  if (actual !== expected)
    throw new Error(`The log refuses to start: ${pragma} is ${String(actual)}, not ${expected}.`);
}

/**
 * The only writing connection. better-sqlite3 is compiled with NORMAL for WAL, which answers before data is on disk, so
 * FULL is set and verified. `synchronous` is a parameter only for the test that shows the difference.
 */
export function openForWriting(
  path: string,
  synchronous: Synchronous = 'FULL',
  fileMustExist = false,
): Database.Database {
  const db = new Database(path, { fileMustExist });
  try {
    refuseOldSqlite(String(db.prepare('SELECT sqlite_version()').pluck().get()));
    useWal(db);
    set(db, 'synchronous', synchronous);
    set(db, 'wal_autocheckpoint', 10_000);
    set(db, 'cell_size_check', 'ON');
    set(db, 'busy_timeout', 5_000);
    demand(db, 'journal_mode', 'wal');
    demand(db, 'synchronous', synchronousLevel[synchronous]);
    demand(db, 'wal_autocheckpoint', 10_000);
    db.transaction(() => {
      settleFormat(db, 'events.db');
      db.exec(tables);
      db.exec(refuseChange);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A read-only connection; the file must exist. */
export function openForReading(path: string): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    set(db, 'cell_size_check', 'ON');
    set(db, 'busy_timeout', 5_000);
    demandFormat(db, 'events.db');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
