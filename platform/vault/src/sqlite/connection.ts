import { chmodSync, closeSync, openSync } from 'node:fs';
import { refuseOldSqlite } from '@dayline/runtime/sqlite-version';
import { useWal } from '@dayline/runtime/sqlite-wal';
import { demandFormat, settleFormat } from '@dayline/runtime/store-format';
import Database from 'better-sqlite3';
import { attemptTables } from './tables/attempts.ts';
import { commandKeyTables } from './tables/command-keys.ts';
import { deliveryTables } from './tables/deliveries.ts';
import { erasureTables } from './tables/erasures.ts';
import { keyUseTables } from './tables/key-uses.ts';
import { outboxTables } from './tables/outbox.ts';
import { reservationTables } from './tables/reservations.ts';
import { secondFactorTables } from './tables/second-factors.ts';
import { sessionDeviceTables } from './tables/session-devices.ts';
import { sessionTables } from './tables/sessions.ts';
import { tokenTables } from './tables/tokens.ts';
import { trailTables } from './tables/trail.ts';

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
    sessionEpoch INTEGER NOT NULL,
    language TEXT,
    closed INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE IF NOT EXISTS session (
    tokenHash TEXT PRIMARY KEY,
    accountId TEXT NOT NULL REFERENCES account,
    epoch INTEGER NOT NULL,
    openedAt INTEGER NOT NULL,
    lastSeenAt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessionByOpening ON session (openedAt);
  CREATE INDEX IF NOT EXISTS sessionByAccount ON session (accountId);

  CREATE TABLE IF NOT EXISTS lastSignIn (
    accountId TEXT PRIMARY KEY REFERENCES account,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS personalKey (
    keyId TEXT PRIMARY KEY,
    wrapped BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Tombstones, numbered so that a reader asks only for those it has not seen.
  CREATE TABLE IF NOT EXISTS destroyedKey (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    keyId TEXT NOT NULL UNIQUE
  ) STRICT;
`;

function demand(db: Database.Database, pragma: string, value: string | number, expected: string | number): void {
  db.pragma(`${pragma} = ${value}`);
  const actual = db.pragma(pragma, { simple: true });
  if (actual !== expected) {
    throw new Error(`The vault refuses to start: ${pragma} is ${String(actual)}, not ${expected}.`);
  }
}

/**
 * The only writing connection. An acknowledged session or key must be on disk; better-sqlite3's default NORMAL is not
 * enough, so FULL is set and verified. Deleted data is overwritten, so that a destroyed key is gone.
 * @throws Error if MASTER_KEY isn't this file's key
 */
export function openForWriting(path: string, fingerprint: string): Database.Database {
  makeForOwner(path);
  const db = new Database(path);
  try {
    refuseOldSqlite(String(db.prepare('SELECT sqlite_version()').pluck().get()));
    useWal(db);
    demand(db, 'journal_mode', 'WAL', 'wal');
    demand(db, 'synchronous', 'FULL', 2);
    demand(db, 'secure_delete', 'ON', 1);
    demand(db, 'foreign_keys', 'ON', 1);
    db.pragma('busy_timeout = 5000');
    db.transaction(() => {
      settleFormat(db, 'vault.db');
      const parts = [
        ...[tables, sessionTables, sessionDeviceTables, secondFactorTables, tokenTables],
        ...[attemptTables, outboxTables, trailTables, keyUseTables],
      ];
      for (const sql of [...parts, commandKeyTables, deliveryTables, erasureTables, reservationTables]) db.exec(sql);
      db.prepare(`INSERT OR IGNORE INTO setting VALUES ('fingerprint', ?)`).run(fingerprint);
    }).immediate();
    demandFingerprint(db, fingerprint);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * SQLite gives the WAL the file's mode. An existing file isn't opened for the check: closing it would drop the POSIX
 * locks of this process's other connections.
 */
function makeForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Not by instanceof: under Jest, Node's errors come from another realm.
    if (!(typeof error === 'object' && error && 'code' in error && error.code === 'EEXIST')) throw error;
    chmodSync(path, 0o600);
  }
}

/** A read-only connection; the file must have been opened for writing before. */
export function openForReading(path: string, fingerprint: string): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    db.pragma('busy_timeout = 5000');
    demandFormat(db, 'vault.db');
    demandFingerprint(db, fingerprint);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function demandFingerprint(db: Database.Database, fingerprint: string): void {
  const first = db.prepare(`SELECT value FROM setting WHERE name = 'fingerprint'`).pluck().get();
  if (first !== fingerprint) throw new Error('MASTER_KEY is not the one that the vault was made with.');
}

/** The hashing key of an earlier MASTER_KEY, wrapped by the current one; null if it was never changed. */
export function keptHashing(db: Database.Database): Buffer | null {
  const value = db.prepare<[], string>(`SELECT value FROM setting WHERE name = 'hashing'`).pluck().get();
  return value === undefined ? null : Buffer.from(value, 'base64');
}
