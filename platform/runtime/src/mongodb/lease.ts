import { randomUUID } from 'node:crypto';
import type { Db, Document } from 'mongodb';
import type { Lease } from '../lease/lease.ts';
import { serverNow as now } from './server-clock.ts';

interface LeaseDocument {
  readonly _id: string;
  readonly by: string;
  /** ms since the epoch, by the server's clock. */
  readonly until: number;
}

/** Duration of a lease after its last renewal, in ms. */
const lastsMs = 3000;

export interface MongoLease extends Lease {
  /** Renews it if no other process has held it since, even briefly. Returns whether it is still held. */
  renew(): Promise<boolean>;
}

/**
 * A lease as one document, by the server's clock, since processes' clocks differ. The holder renews it three times per
 * period; one that is paused for longer loses it without noticing.
 */
export function mongoLease(db: Db, name: string): MongoLease {
  const leases = db.collection<LeaseDocument>('leases');
  const me = randomUUID();
  const isFree: Document = { $or: [{ $in: ['$by', [me, null]] }, { $lt: ['$until', now] }] };
  const take = { by: me, until: { $add: [now, lastsMs] } };
  const renewOrTake = Object.fromEntries(
    Object.entries(take).map(([field, mine]) => [field, { $cond: [isFree, mine, `$${field}`] }]),
  );
  return {
    everyMs: lastsMs / 3,
    async attempt() {
      // A new document has no `by`; concurrent creations are resolved by the driver's retry.
      const found = await leases.findOneAndUpdate({ _id: name }, [{ $set: renewOrTake }], {
        upsert: true,
        returnDocument: 'after',
      });
      return found?.by === me;
    },
    async renew() {
      const update = await leases.updateOne({ _id: name, by: me }, [{ $set: { until: { $add: [now, lastsMs] } } }]);
      return update.matchedCount === 1;
    },
    async release() {
      await leases.deleteOne({ _id: name, by: me });
    },
  };
}
