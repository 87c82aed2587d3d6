import type Database from 'better-sqlite3';
import { trailSealId, type VaultSecrets } from '../secrets.ts';
import type { TrailClaim, TrailStore } from '../trail-port.ts';
import type { Writer } from './writer.ts';

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
    claimTrailEntries({ owner, now, leaseMs, limit }: TrailClaim): TrailRow[] {
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

export function sqliteTrail(db: Database.Database, writer: Writer, secrets: VaultSecrets): TrailStore {
  const count = db.prepare<[], number>('SELECT count(*) FROM trailEntry').pluck();
  const held = (): number => count.get() ?? 0;
  return {
    put: (entries) =>
      writer.write(
        'putTrailEntries',
        entries.map(({ id, payload }) => ({ id, sealed: secrets.wrap(trailSealId(id), Buffer.from(payload)) })),
      ),
    async claim(claim) {
      // Mostly empty: a read spares the writer.
      const rows = held() > 0 ? await writer.write('claimTrailEntries', claim) : [];
      return rows.map(({ id, sealed }) => ({
        id,
        payload: secrets.unwrap(trailSealId(id), Buffer.from(sealed)).toString('utf8'),
      }));
    },
    remove: (ids) => writer.write('removeTrailEntries', ids),
    release: (owner) => writer.write('releaseTrail', owner),
    count: async () => held(),
  };
}
