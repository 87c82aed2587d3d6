import { fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { emptyWal, isBusy } from '../sqlite-wal.ts';
import { busyCode } from './remnants.ts';

/** Pages that are cleared in one transaction. */
const pagesAtOnce = 1_000;
/** How often the lock is tried, and the pause between, in ms. */
const tries = { most: 200, pauseMs: 5 };

/** The unused space of a b-tree page, between the pointers to its cells and the first cell; null of other pages. */
function unusedOf(page: Buffer, header: number): Buffer | null {
  const type = page.readUInt8(header);
  const isInner = type === 2 || type === 5;
  // Other pages begin with the number of another page: 0 or 1 in files of less than 128 GB.
  if (!isInner && type !== 10 && type !== 13) return null;
  const start = header + (isInner ? 12 : 8) + 2 * page.readUInt16BE(header + 3);
  return page.subarray(start, page.readUInt16BE(header + 5) || 65_536);
}

/** The bytes of each page's unused space that aren't all zero. */
function* remnantsIn(pages: Buffer, pageSize: number, isStart: boolean) {
  for (let at = 0; at + pageSize <= pages.length; at += pageSize) {
    const unusedBytes = unusedOf(pages.subarray(at, at + pageSize), isStart && at === 0 ? 100 : 0);
    if (unusedBytes?.some((byte) => byte !== 0)) yield unusedBytes;
  }
}

/** Begins a transaction with nothing in the WAL, so that the pages in the file are current, and stay so. */
function beginAlone(db: Database.Database, path: string): boolean {
  for (let triesLeft = tries.most; triesLeft > 0; triesLeft -= 1) {
    try {
      if (emptyWal(db)) {
        db.exec('BEGIN IMMEDIATE');
        if (statSync(`${path}-wal`).size === 0) return true;
        db.exec('ROLLBACK');
      }
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, tries.pauseMs);
  }
  return false;
}

function clear(path: string): boolean {
  const db = new Database(path, { fileMustExist: true, timeout: 0 });
  const file = openSync(path, 'r+');
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  const buffer = Buffer.alloc(pagesAtOnce * pageSize);
  const length = statSync(path).size;
  if (!beginAlone(db, path)) return false;
  db.exec('COMMIT');
  // Rows that are deleted by now leave no new remnants, so that what is appended meanwhile has none of theirs.
  for (let from = 0; from < length; from += buffer.length) {
    const found = () => [
      ...remnantsIn(buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from)), pageSize, from === 0),
    ];
    if (found().length === 0) continue;
    if (!beginAlone(db, path)) return false;
    for (const unusedBytes of found()) {
      writeSync(file, unusedBytes.fill(0), 0, unusedBytes.length, from + unusedBytes.byteOffset - buffer.byteOffset);
    }
    fsyncSync(file);
    // Written again as it is: a commit makes other connections forget the pages that they hold.
    db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`);
    db.exec('COMMIT');
  }
  return true;
}

process.exitCode = clear(process.argv[2] ?? '') ? 0 : busyCode;
