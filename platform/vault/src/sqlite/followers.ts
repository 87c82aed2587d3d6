import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { DeliveryStore } from '../deliveries-port.ts';
import type { FollowerPlace } from '../port.ts';
import { deliveryReads } from './tables/deliveries.ts';
import type { Writer } from './writer.ts';

const placeSchema = z.object({ position: z.string(), id: z.string(), stream: z.string(), revision: z.int() });

/** Reads the cursors of followers. */
export function cursorsIn(db: Database.Database): (name: string) => FollowerPlace | null {
  const follower = db.prepare<[string], string>("SELECT value FROM setting WHERE name = 'follower:' || ?").pluck();
  return (name) => {
    const value = follower.get(name);
    return value === undefined ? null : placeSchema.parse(JSON.parse(value));
  };
}

/** What the followers of webhooks have sent. */
export function sqliteDeliveries(db: Database.Database, writer: Writer): DeliveryStore {
  const reads = deliveryReads(db);
  return {
    add: (...added) => writer.write('addDelivery', ...added),
    list: async (...request) => reads.listDeliveries(...request),
    find: async (webhookId, id) => reads.findDelivery(webhookId, id),
    last: async (webhookId) => reads.lastDelivery(webhookId),
  };
}
