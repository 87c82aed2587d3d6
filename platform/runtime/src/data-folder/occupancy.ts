import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isSqliteError } from '../sqlite-error.ts';

/** The data folder is in use, or exclusively locked. */
export class DataFolderBusy extends Error {
  override readonly name = 'DataFolderBusy';
}

export interface Occupied {
  leave(): void;
  /** After a refused start: also removes the lock's file if this start created it. */
  leaveNothing(): void;
}

/** How long (ms) a start waits for an exclusive lock to end. */
const maxWait = 10_000;

const fileOf = (dataDir: string): string => join(dataDir, 'in-use.db');

function open(dataDir: string, timeout: number): Database.Database {
  mkdirSync(dataDir, { recursive: true });
  return new Database(fileOf(dataDir), { timeout });
}

function occupy(dataDir: string, timeout: number, take: (db: Database.Database) => void): () => void {
  const db = open(dataDir, timeout);
  try {
    take(db);
  } catch (error) {
    db.close();
    if (!isSqliteError(error) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    throw new DataFolderBusy(`The data folder ${dataDir} is in use.`);
  }
  return () => db.close();
}

/**
 * Takes a shared lock on the data folder, until it is left or the process dies. It is an
 * operating-system lock, so nothing remains after a crash.
 * @throws DataFolderBusy if the folder is exclusively locked for more than 10 s
 */
export function serveFrom(dataDir: string): Occupied {
  const isNew = !existsSync(fileOf(dataDir));
  const leave = occupy(dataDir, maxWait, (db) => {
    db.exec('BEGIN');
    // A read holds the shared lock until its transaction ends.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  });
  return {
    leave,
    leaveNothing() {
      leave();
      // Another process may have started meanwhile.
      if (isNew && !isServed(dataDir)) rmSync(fileOf(dataDir));
    },
  };
}

/**
 * Takes an exclusive lock until the returned function is called.
 * @throws DataFolderBusy at once if the product is running
 */
export const workAlone = (dataDir: string): (() => void) => occupy(dataDir, 0, (db) => db.exec('BEGIN EXCLUSIVE'));

/** Whether the product runs on this folder, in any process. */
export function isServed(dataDir: string): boolean {
  try {
    workAlone(dataDir)();
    return false;
  } catch (error) {
    if (error instanceof DataFolderBusy) return true;
    throw error;
  }
}
