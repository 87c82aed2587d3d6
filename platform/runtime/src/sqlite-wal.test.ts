import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { useWal } from './sqlite-wal.ts';

test('a new file that another connection has begun to read is switched to WAL as soon as that one gives way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-wal-'));
  const path = join(folder, 'new.db');
  const [own, other] = [new Database(path, { timeout: 4_000 }), new Database(path)];
  other.exec('BEGIN');
  other.prepare('SELECT count(*) FROM sqlite_schema').get();
  let pauses = 0;
  useWal(own, () => {
    pauses += 1;
    if (pauses === 2) other.exec('COMMIT');
  });
  expect(pauses).toBe(2);
  expect(own.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(own.pragma('busy_timeout', { simple: true })).toBe(4_000);
  for (const each of [own, other]) each.close();
  rmSync(folder, { recursive: true });
});
