import type Database from 'better-sqlite3';

export interface OutboxRow {
  readonly id: string;
  readonly kind: string;
  /** The encrypted payload. */
  readonly sealed: Uint8Array;
  readonly addedAt: number;
  readonly tries: number;
}

export const outboxTables = `
  CREATE TABLE IF NOT EXISTS outbox (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    sealed BLOB NOT NULL,
    addedAt INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    keep INTEGER NOT NULL,
    -- Before this instant nobody takes it; 0 until it is first taken, null once it is done and only kept.
    dueAt INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS outboxByDue ON outbox (dueAt) WHERE dueAt IS NOT NULL;
  CREATE INDEX IF NOT EXISTS outboxKept ON outbox (keep, addedAt);
`;

const columns = 'id, kind, sealed, addedAt, tries';

export function outboxWrites(db: Database.Database) {
  const add = db.prepare(`
    INSERT INTO outbox (id, kind, sealed, addedAt, tries, keep, dueAt)
    VALUES (:id, :kind, :sealed, :addedAt, 0, :keep, 0)
    ON CONFLICT DO NOTHING`);
  const claim = db.prepare<{ now: number; until: number }, OutboxRow>(`
    UPDATE outbox SET dueAt = :until
    WHERE id = (SELECT id FROM outbox WHERE dueAt IS NOT NULL AND dueAt <= :now ORDER BY dueAt, id LIMIT 1)
    RETURNING ${columns}`);
  const remove = db.prepare('DELETE FROM outbox WHERE id = ? AND keep = 0');
  const forget = db.prepare('DELETE FROM outbox WHERE id = ? AND keep = 1');
  const settle = db.prepare('UPDATE outbox SET dueAt = NULL WHERE id = ?');
  const retry = db.prepare('UPDATE outbox SET dueAt = ?, tries = tries + 1 WHERE id = ?');
  return {
    addToOutbox(row: Omit<OutboxRow, 'tries'>, keep: boolean): void {
      add.run({ ...row, keep: keep ? 1 : 0 });
    },
    claimOutbox: (now: number, leaseMs: number): OutboxRow | null => claim.get({ now, until: now + leaseMs }) ?? null,
    finishOutbox(id: string): void {
      remove.run(id);
      settle.run(id);
    },
    forgetKept: (id: string): boolean => forget.run(id).changes === 1,
    retryOutbox(id: string, at: number): void {
      retry.run(at, id);
    },
  };
}

export function outboxReads(db: Database.Database) {
  const due = db.prepare<[number], number>('SELECT 1 FROM outbox WHERE dueAt <= ? LIMIT 1').pluck();
  const selectKept = db.prepare<[number], OutboxRow>(
    `SELECT ${columns} FROM outbox WHERE keep = 1 ORDER BY addedAt DESC, id DESC LIMIT ?`,
  );
  const inTrouble = db.prepare<[], number>('SELECT count(*) FROM outbox WHERE dueAt IS NOT NULL AND tries > 0').pluck();
  return {
    /** A read that saves the writer an empty claim. */
    isOutboxDue: (now: number): boolean => due.get(now) !== undefined,
    outboxInTrouble: (): number => inTrouble.get() ?? 0,
    keptOutbox: (limit: number): OutboxRow[] => selectKept.all(limit),
  };
}
