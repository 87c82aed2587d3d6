import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { vaultSecrets } from '../secrets.ts';
import { openForReading, openForWriting } from './connection.ts';
import { readKeys } from './keys.ts';

const secrets = vaultSecrets(Buffer.alloc(32, 1));
let folder: string;
let writing: Database.Database;
let reading: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-keys-'));
  writing = openForWriting(join(folder, 'vault.db'), secrets.fingerprint);
  reading = openForReading(join(folder, 'vault.db'), secrets.fingerprint);
});
afterEach(() => {
  reading.close();
  writing.close();
  rmSync(folder, { recursive: true, force: true });
});

const destroy = (keyId: string) =>
  writing.transaction(() => {
    writing.prepare('DELETE FROM personalKey WHERE keyId = ?').run(keyId);
    writing.prepare('INSERT INTO destroyedKey (keyId) VALUES (?)').run(keyId);
  })();

/** The connection, with work of another process just before the first read of a key. */
function beforeFirstRead(db: Database.Database, work: () => void): Database.Database {
  let isDone = false;
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    if (!sql.startsWith('SELECT wrapped')) return statement;
    const pluck = () => ({
      get: (keyId: string) => {
        if (!isDone) work();
        isDone = true;
        return statement.pluck().get(keyId);
      },
    });
    return { pluck };
  };
  return { prepare } as unknown as Database.Database;
}

test('a key that another process destroys between two reads is destroyed, not unknown', () => {
  writing
    .prepare('INSERT INTO personalKey (keyId, wrapped) VALUES (?, ?)')
    .run('patient-1', secrets.wrap('patient-1', Buffer.alloc(32, 2)));
  const keys = readKeys(
    beforeFirstRead(reading, () => destroy('patient-1')),
    secrets,
  );
  expect(keys.getNow(['patient-1', 'patient-2'])).toEqual(new Map([['patient-1', 'destroyed']]));
});
