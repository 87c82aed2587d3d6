import type Database from 'better-sqlite3';
import { commandKeyLifetimeMs, type StoredCommandKey } from '../../command-key-port.ts';

export const commandKeyTables = `
  CREATE TABLE IF NOT EXISTS commandKey (
    id TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS commandKeyByTime ON commandKey (at);
`;

export const commandKeyColumns = 'id, digest, stream, revision, at';

export function commandKeyWrites(db: Database.Database) {
  // RETURNING yields a row only for a change, so a key with another digest is rewritten unchanged.
  const take = db.prepare<StoredCommandKey, StoredCommandKey>(`
    INSERT INTO commandKey (${commandKeyColumns}) VALUES (:id, :digest, :stream, :revision, :at)
    ON CONFLICT DO UPDATE SET at = iif(digest = :digest, :at, at)
    RETURNING ${commandKeyColumns}`);
  const replace = db.prepare(`
    UPDATE commandKey SET digest = :digest, stream = :stream, revision = :revision, at = :at
    WHERE id = :id AND digest = :oldDigest AND at = :oldAt`);
  const release = db.prepare('DELETE FROM commandKey WHERE id = ? AND digest = ?');
  const expire = db.prepare('DELETE FROM commandKey WHERE at < ?');
  return {
    takeCommandKey(key: StoredCommandKey): StoredCommandKey {
      expire.run(key.at - commandKeyLifetimeMs);
      const row = take.get(key);
      if (!row) throw new Error('An upsert of a command key returned no row.');
      return row;
    },
    replaceCommandKey: (from: StoredCommandKey, key: StoredCommandKey): boolean =>
      replace.run({ ...key, oldDigest: from.digest, oldAt: from.at }).changes === 1,
    releaseCommandKey(id: string, digest: string): void {
      release.run(id, digest);
    },
  };
}
