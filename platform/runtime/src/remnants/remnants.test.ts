import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { bytesIn } from '../testing/folder-bytes.ts';
import { clearRemnants } from './remnants.ts';

const folder = mkdtempSync(join(tmpdir(), 'dayline-remnants-'));
const path = join(folder, 'rows.db');
const name = 'Zubeida';
const rows = Array.from({ length: 400 }, (_, index) => ({ key: (index * 7_919) % 4_001, size: (index * 31) % 500 }));
let db: Database.Database;

function write(value: string | null): void {
  const put = db.prepare('INSERT OR REPLACE INTO row VALUES (?, ?, ?)');
  for (const { key, size } of rows) put.run(key, value, 'y'.repeat(size));
}
const held = () => bytesIn(folder).includes(name);
const stored = () => db.prepare('SELECT key, name, length(filling) AS size FROM row ORDER BY key').all();
const expected = [...rows].sort((a, b) => a.key - b.key).map(({ key, size }) => ({ key, name: null, size }));

beforeAll(() => {
  db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('secure_delete = ON');
  db.pragma('user_version = 7');
  db.exec('CREATE TABLE row (key INTEGER PRIMARY KEY, name TEXT, filling TEXT) WITHOUT ROWID');
  write(name);
  write(null);
  db.pragma('wal_checkpoint(TRUNCATE)');
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

test('secure_delete leaves copies of deleted rows in pages that were split', () => {
  expect(held()).toBe(true);
});

test('nothing is cleared while a reader needs the WAL', async () => {
  const reader = new Database(path, { readonly: true });
  db.pragma('user_version = 8');
  reader.exec('BEGIN');
  reader.pragma('user_version');
  db.pragma('user_version = 7');
  expect(await clearRemnants(path)).toBe(false);
  reader.close();
});

test('no file holds the name any more, also after writers have written their pages again, and every row is there', async () => {
  const [before, other] = [stored(), new Database(path)];
  expect(before).toEqual(expected);
  expect(await clearRemnants(path)).toBe(true);
  expect(held()).toBe(false);
  write(null);
  other.exec("UPDATE row SET filling = filling || ''");
  other.close();
  db.pragma('wal_checkpoint(TRUNCATE)');
  expect(held()).toBe(false);
  expect(stored()).toEqual(expected);
  expect([db.pragma('integrity_check', { simple: true }), db.pragma('user_version', { simple: true })]).toEqual([
    'ok',
    7,
  ]);
});

test('a file that isn’t there is an error', async () => {
  await expect(clearRemnants(join(folder, 'none.db'))).rejects.toThrow('none.db could not be cleared');
});
