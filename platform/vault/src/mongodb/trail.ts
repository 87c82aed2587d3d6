import { serverNow } from '@dayline/runtime/mongodb/server-clock';
import { isDuplicateKey } from '@dayline/runtime/mongodb/unavailable';
import { Binary } from 'mongodb';
import { trailSealId, type VaultSecrets } from '../secrets.ts';
import type { TrailClaim, TrailStore } from '../trail-port.ts';
import type { VaultCollections } from './collections.ts';
import type { Reach } from './reach.ts';

/** Waiting trail entries, one document each; the lease to append them is another document. */
export function mongoTrail({ trail, trailLease }: VaultCollections, secrets: VaultSecrets, reach: Reach): TrailStore {
  async function isLeased({ owner, leaseMs }: TrailClaim): Promise<boolean> {
    const free = { _id: 'lease' as const, $or: [{ owner }, { $expr: { $lte: ['$until', serverNow] } }] };
    const lease = { owner: { $literal: owner }, until: { $add: [serverNow, leaseMs] } };
    try {
      await trailLease.updateOne(free, [{ $set: lease }], { upsert: true });
      return true;
    } catch (error) {
      // Another process holds the lease.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  return {
    async put(entries) {
      if (entries.length === 0) return;
      const replacements = entries.map(({ id, payload }) => {
        const sealedBytes = new Binary(secrets.wrap(trailSealId(id), Buffer.from(payload)));
        return { replaceOne: { filter: { _id: id }, replacement: { sealed: sealedBytes }, upsert: true } };
      });
      await reach(() => trail.bulkWrite(replacements, { ordered: true }));
    },
    async claim(claim) {
      const found = await reach(async () => {
        if ((await trail.findOne({}, { projection: { _id: 1 } })) === null || !(await isLeased(claim))) return [];
        return trail.find().sort({ _id: 1 }).limit(claim.limit).toArray();
      });
      return found.map(({ _id: id, sealed }) => ({
        id,
        payload: secrets.unwrap(trailSealId(id), Buffer.from(sealed.value())).toString('utf8'),
      }));
    },
    async remove(ids) {
      await reach(() => trail.deleteMany({ _id: { $in: [...ids] } }));
    },
    async release(owner) {
      await reach(() => trailLease.deleteOne({ _id: 'lease', owner }));
    },
    count: () => reach(() => trail.countDocuments()),
  };
}
