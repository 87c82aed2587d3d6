import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { useWal, writeInTurn } from './sqlite-wal.ts';

test('a new file that another connection has begun to read is switched to WAL as soon as that one gives way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-wal-'));
  const path = join(folder, 'new.db');
  const [own, otherDb] = [new Database(path, { timeout: 4_000 }), new Database(path)];
  otherDb.exec('BEGIN');
  otherDb.prepare('SELECT count(*) FROM sqlite_schema').get();
  let pauses = 0;
  useWal(own, () => {
    pauses += 1;
    if (pauses === 2) otherDb.exec('COMMIT');
  });
  expect(pauses).toBe(2);
  expect(own.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(own.pragma('busy_timeout', { simple: true })).toBe(4_000);
  for (const db of [own, otherDb]) db.close();
  rmSync(folder, { recursive: true });
});

test('a write waits for its turn in looks of its own, and is done once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-wal-'));
  const path = join(folder, 'shared.db');
  const [own, otherDb] = [new Database(path, { timeout: 4_000 }), new Database(path)];
  useWal(own);
  own.exec('CREATE TABLE written (by TEXT)');
  const insert = (db: Database.Database, by: string) => () =>
    db.transaction(() => db.prepare('INSERT INTO written VALUES (?)').run(by)).immediate();
  otherDb.exec('BEGIN IMMEDIATE');
  let pauses = 0;
  writeInTurn(own, insert(own, 'own'), () => {
    pauses += 1;
    // The lock of another writer, which is free for less than 100 ms in between.
    otherDb.exec('COMMIT');
    if (pauses < 3) otherDb.exec('BEGIN IMMEDIATE');
  });
  expect(pauses).toBe(3);
  expect(own.prepare('SELECT by FROM written').pluck().all()).toEqual(['own']);
  expect(own.pragma('busy_timeout', { simple: true })).toBe(4_000);
  expect(() => writeInTurn(own, () => own.exec('INSERT INTO missing VALUES (1)'))).toThrow('no such table');
  for (const db of [own, otherDb]) db.close();
  rmSync(folder, { recursive: true });
});
