import type Database from 'better-sqlite3';
import type { CommandKeyStore, StoredCommandKey } from '../command-key-port.ts';
import { commandKeyColumns } from './tables/command-keys.ts';
import type { Writer } from './writer.ts';

export function sqliteCommandKeys(db: Database.Database, writer: Writer): CommandKeyStore {
  const find = db.prepare<[string], StoredCommandKey>(`SELECT ${commandKeyColumns} FROM commandKey WHERE id = ?`);
  return {
    take: (key) => writer.write('takeCommandKey', key),
    replace: (from, key) => writer.write('replaceCommandKey', from, key),
    find: async (id) => find.get(id) ?? null,
    release: (id, digest) => writer.write('releaseCommandKey', id, digest),
  };
}
