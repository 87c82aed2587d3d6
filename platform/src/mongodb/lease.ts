import { randomUUID } from 'node:crypto';
import type { Db, Document } from 'mongodb';
import type { Lease } from '../stores/lease.ts';

interface LeaseDocument {
  readonly _id: string;
  readonly by: string;
  /** In ms since the epoch, by the server's clock. */
  readonly until: number;
}

/** After how long without a word a holder's lease falls to whoever asks, in ms. */
const lastsMs = 3000;

const now: Document = { $toLong: '$$NOW' };

/**
 * A lease as one document, by the server's clock: those of the processes may differ. A holder says that it is there
 * three times in that span; one that was paused for longer is overtaken without knowing.
 */
export function mongoLease(db: Db, name: string): Lease {
  const leases = db.collection<LeaseDocument>('leases');
  const me = randomUUID();
  const isFree: Document = { $or: [{ $in: ['$by', [me, null]] }, { $lt: ['$until', now] }] };
  const take = { by: me, until: { $add: [now, lastsMs] } };
  const keepOrTake = Object.fromEntries(
    Object.entries(take).map(([field, mine]) => [field, { $cond: [isFree, mine, `$${field}`] }]),
  );
  return {
    everyMs: lastsMs / 3,
    async attempt() {
      // A document that is not there yet has no `by`; two that make it at once meet in the driver's own repeat.
      const found = await leases.findOneAndUpdate({ _id: name }, [{ $set: keepOrTake }], {
        upsert: true,
        returnDocument: 'after',
      });
      return found?.by === me;
    },
    async release() {
      await leases.deleteOne({ _id: name, by: me });
    },
  };
}
