import type Database from 'better-sqlite3';
import type { TrailClaim } from '../../trail-port.ts';

export interface TrailRow {
  readonly id: string;
  /** The encrypted payload. */
  readonly sealed: Uint8Array;
}

export const trailTables = `
  CREATE TABLE IF NOT EXISTS trailEntry (
    id TEXT PRIMARY KEY,
    sealed BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Who brings the entries to the log; one row at most.
  CREATE TABLE IF NOT EXISTS trailLease (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    owner TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT;
`;

export function trailWrites(db: Database.Database) {
  const put = db.prepare('INSERT OR REPLACE INTO trailEntry (id, sealed) VALUES (:id, :sealed)');
  const lease = db.prepare<{ owner: string; now: number; until: number }>(`
    INSERT INTO trailLease (one, owner, until) VALUES (1, :owner, :until)
    ON CONFLICT DO UPDATE SET owner = :owner, until = :until WHERE owner = :owner OR until <= :now`);
  const oldest = db.prepare<[number], TrailRow>('SELECT id, sealed FROM trailEntry ORDER BY id LIMIT ?');
  const remove = db.prepare('DELETE FROM trailEntry WHERE id = ?');
  const release = db.prepare('DELETE FROM trailLease WHERE owner = ?');
  return {
    putTrailEntries(rows: readonly TrailRow[]): void {
      for (const row of rows) put.run(row);
    },
    claimTrailEntries({ owner, leaseMs, limit }: TrailClaim, now: number): TrailRow[] {
      return lease.run({ owner, now, until: now + leaseMs }).changes === 1 ? oldest.all(limit) : [];
    },
    removeTrailEntries(ids: readonly string[]): void {
      for (const id of ids) remove.run(id);
    },
    releaseTrail(owner: string): void {
      release.run(owner);
    },
  };
}
