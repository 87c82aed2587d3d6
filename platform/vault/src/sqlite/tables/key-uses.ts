import type Database from 'better-sqlite3';
import type { KeyUseOfDay } from '../../key-use-port.ts';

export const keyUseTables = `
  CREATE TABLE IF NOT EXISTS apiKeyUse (
    keyId TEXT NOT NULL,
    day TEXT NOT NULL,
    calls INTEGER NOT NULL,
    refusals INTEGER NOT NULL,
    lastAt INTEGER NOT NULL,
    PRIMARY KEY (keyId, day)
  ) STRICT, WITHOUT ROWID;
`;

export function keyUseWrites(db: Database.Database) {
  const add = db.prepare<KeyUseOfDay>(`
    INSERT INTO apiKeyUse (keyId, day, calls, refusals, lastAt) VALUES (:keyId, :day, :calls, :refusals, :lastAt)
    ON CONFLICT DO UPDATE SET
      calls = calls + :calls, refusals = refusals + :refusals, lastAt = max(lastAt, :lastAt)`);
  const prune = db.prepare<[string]>('DELETE FROM apiKeyUse WHERE day < ?');
  return {
    addKeyUses(uses: readonly KeyUseOfDay[], from: string): void {
      for (const use of uses) add.run(use);
      prune.run(from);
    },
  };
}

export function keyUseReads(db: Database.Database) {
  const since = db.prepare<[string, string], KeyUseOfDay>(
    'SELECT keyId, day, calls, refusals, lastAt FROM apiKeyUse WHERE keyId = ? AND day >= ?',
  );
  return {
    keyUsesSince: (keyIds: readonly string[], from: string): KeyUseOfDay[] =>
      keyIds.flatMap((keyId) => since.all(keyId, from)),
  };
}
