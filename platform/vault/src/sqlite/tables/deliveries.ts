import type Database from 'better-sqlite3';
import { type Delivery, deliveriesKeptMs } from '../../deliveries-port.ts';

const columns = 'id, webhookId, eventId, type, at, ms, attempt, run, status, error, sent, answer, nextAt';

export const deliveryTables = `
  CREATE TABLE IF NOT EXISTS delivery (
    id TEXT PRIMARY KEY,
    webhookId TEXT NOT NULL,
    eventId TEXT NOT NULL,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    run TEXT NOT NULL,
    status INTEGER,
    error TEXT,
    sent TEXT NOT NULL,
    answer TEXT NOT NULL,
    nextAt INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS deliveryOfWebhook ON delivery (webhookId, id);
  CREATE INDEX IF NOT EXISTS deliveryByTime ON delivery (at);
`;

export function deliveryWrites(db: Database.Database) {
  const add = db.prepare<Delivery>(
    `INSERT OR REPLACE INTO delivery (${columns})
     VALUES (${columns
       .split(', ')
       .map((name) => `:${name}`)
       .join(', ')})`,
  );
  const old = db.prepare('DELETE FROM delivery WHERE at < ?');
  const many = db.prepare(
    `DELETE FROM delivery WHERE webhookId = :webhookId AND id <=
       (SELECT id FROM delivery WHERE webhookId = :webhookId ORDER BY id DESC LIMIT 1 OFFSET :keptAtMost)`,
  );
  return {
    addDelivery(delivery: Delivery, keptAtMost: number): void {
      add.run(delivery);
      old.run(delivery.at - deliveriesKeptMs);
      many.run({ webhookId: delivery.webhookId, keptAtMost });
    },
  };
}

export function deliveryReads(db: Database.Database) {
  const list = db.prepare<[string, string, number], Delivery>(
    `SELECT ${columns} FROM delivery WHERE webhookId = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const find = db.prepare<[string, string], Delivery>(`SELECT ${columns} FROM delivery WHERE webhookId = ? AND id = ?`);
  const last = db.prepare<[string], Delivery>(
    `SELECT ${columns} FROM delivery WHERE webhookId = ? AND attempt > 0 ORDER BY id DESC LIMIT 1`,
  );
  return {
    // Every id is smaller than this one.
    listDeliveries: (webhookId: string, limit: number, before = 'Z') => list.all(webhookId, before, limit),
    findDelivery: (webhookId: string, id: string): Delivery | null => find.get(webhookId, id) ?? null,
    lastDelivery: (webhookId: string): Delivery | null => last.get(webhookId) ?? null,
  };
}
