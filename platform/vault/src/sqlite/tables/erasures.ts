import type Database from 'better-sqlite3';
import type { PendingErasure } from '../../port.ts';

export const erasureTables = `
  CREATE TABLE IF NOT EXISTS erasure (
    stream TEXT PRIMARY KEY,
    position TEXT NOT NULL,
    since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

export function erasureWrites(db: Database.Database) {
  const begin = db.prepare(`
    INSERT INTO erasure (stream, position, since) VALUES (:stream, :position, :since)
    ON CONFLICT DO UPDATE SET position = :position`);
  const finish = db.prepare('DELETE FROM erasure WHERE stream = ?');
  return {
    beginErasure({ stream, position, since }: PendingErasure): void {
      begin.run({ stream, position, since });
    },
    finishErasure(stream: string): void {
      finish.run(stream);
    },
  };
}

export function erasureReads(db: Database.Database) {
  const pending = db.prepare<[], PendingErasure>('SELECT stream, position, since FROM erasure ORDER BY since, stream');
  return { pendingErasures: (): readonly PendingErasure[] => pending.all() };
}
