import { chmodSync, closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { refuseOldSqlite } from '../../event-log/sqlite/connection.ts';
import { attemptTables } from './attempts.ts';
import { outboxTables } from './outbox.ts';
import { tokenTables } from './tokens.ts';

const tables = `
  CREATE TABLE IF NOT EXISTS setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS account (
    accountId TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    clientId TEXT NOT NULL,
    pocId TEXT,
    passwordHash TEXT,
    sessionEpoch INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS session (
    tokenHash TEXT PRIMARY KEY,
    accountId TEXT NOT NULL REFERENCES account,
    epoch INTEGER NOT NULL,
    openedAt INTEGER NOT NULL,
    lastSeenAt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessionByOpening ON session (openedAt);

  CREATE TABLE IF NOT EXISTS personalKey (
    keyId TEXT PRIMARY KEY,
    wrapped BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Tombstones, numbered so that a reader asks only for those it has not seen.
  CREATE TABLE IF NOT EXISTS destroyedKey (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    keyId TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE IF NOT EXISTS reservation (
    scope TEXT NOT NULL,
    hash BLOB NOT NULL,
    id TEXT NOT NULL,
    since INTEGER NOT NULL,
    completed INTEGER NOT NULL,
    PRIMARY KEY (scope, hash)
  ) STRICT, WITHOUT ROWID;
`;

function demand(db: Database.Database, pragma: string, wanted: string | number, expected: string | number): void {
  db.pragma(`${pragma} = ${wanted}`);
  const actual = db.pragma(pragma, { simple: true });
  if (actual !== expected) {
    throw new Error(`The vault refuses to start: ${pragma} is ${String(actual)}, not ${expected}.`);
  }
}

/**
 * The one connection that writes. A session or a key that was answered for must be on the disk: better-sqlite3's own
 * NORMAL isn't enough, so FULL is set and read back. What is deleted is overwritten, so that a destroyed key is gone.
 * @throws Error when MASTER_KEY isn't the one that this file was made with
 */
export function openForWriting(path: string, fingerprint: string): Database.Database {
  // SQLite gives the WAL the mode of the file.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const db = new Database(path);
  try {
    refuseOldSqlite(String(db.prepare('SELECT sqlite_version()').pluck().get()));
    demand(db, 'journal_mode', 'WAL', 'wal');
    demand(db, 'synchronous', 'FULL', 2);
    demand(db, 'secure_delete', 'ON', 1);
    demand(db, 'foreign_keys', 'ON', 1);
    db.pragma('busy_timeout = 5000');
    db.transaction(() => {
      for (const each of [tables, tokenTables, attemptTables, outboxTables]) db.exec(each);
      db.prepare(`INSERT OR IGNORE INTO setting VALUES ('fingerprint', ?)`).run(fingerprint);
    }).immediate();
    demandFingerprint(db, fingerprint);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A connection that only reads; the file must have been opened for writing once. */
export function openForReading(path: string, fingerprint: string): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    db.pragma('busy_timeout = 5000');
    demandFingerprint(db, fingerprint);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function demandFingerprint(db: Database.Database, fingerprint: string): void {
  const kept = db.prepare(`SELECT value FROM setting WHERE name = 'fingerprint'`).pluck().get();
  if (kept !== fingerprint) throw new Error('MASTER_KEY is not the one that the vault was made with.');
}

/** The key of the hashes that an earlier MASTER_KEY left, wrapped by today's; null where it was never changed. */
export function keptHashing(db: Database.Database): Buffer | null {
  const kept = db.prepare<[], string>(`SELECT value FROM setting WHERE name = 'hashing'`).pluck().get();
  return kept === undefined ? null : Buffer.from(kept, 'base64');
}
