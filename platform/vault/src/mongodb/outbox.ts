import { serverNow } from '@dayline/runtime/mongodb/server-clock';
import { Binary } from 'mongodb';
import type { OutboxJob, OutboxStore } from '../onboarding-port.ts';
import { sealId, type VaultSecrets } from '../secrets.ts';
import type { OutboxDocument, VaultCollections } from './collections.ts';
import { type Reach, unlessDuplicate } from './reach.ts';

/** Waiting email, one document each; claiming postpones its due time in the same write that finds it. */
export function mongoOutbox({ outbox }: VaultCollections, secrets: VaultSecrets, reach: Reach): OutboxStore {
  const jobOf = ({ _id: id, kind, sealed, addedAt, tries }: OutboxDocument): OutboxJob => ({
    id,
    kind,
    payload: secrets.unwrap(sealId(id), Buffer.from(sealed.value())).toString('utf8'),
    addedAt,
    tries,
  });
  return {
    async add({ id, kind, payload, addedAt, keep }) {
      const sealedBytes = new Binary(secrets.wrap(sealId(id), Buffer.from(payload)));
      const document = { _id: id, kind, sealed: sealedBytes, addedAt, tries: 0, keep, dueAt: 0 };
      await reach(() => unlessDuplicate(() => outbox.insertOne(document)));
    },
    async claim(leaseMs) {
      const due = { dueAt: { $exists: true }, $expr: { $lte: ['$dueAt', serverNow] } };
      const job = await reach(() =>
        outbox.findOneAndUpdate(due, [{ $set: { dueAt: { $add: [serverNow, leaseMs] } } }], {
          sort: { dueAt: 1, _id: 1 },
        }),
      );
      return job && jobOf(job);
    },
    async done(id) {
      const { deletedCount } = await reach(() => outbox.deleteOne({ _id: id, keep: false }));
      if (deletedCount === 0) await reach(() => outbox.updateOne({ _id: id }, { $unset: { dueAt: '' } }));
    },
    async retryIn(id, waitMs) {
      const later = { dueAt: { $add: [serverNow, waitMs] }, tries: { $add: ['$tries', 1] } };
      await reach(() => outbox.updateOne({ _id: id }, [{ $set: later }]));
    },
    inTrouble: () => reach(() => outbox.countDocuments({ dueAt: { $exists: true }, tries: { $gt: 0 } })),
    forget: (id) => reach(async () => (await outbox.deleteOne({ _id: id, keep: true })).deletedCount === 1),
    async kept(limit) {
      const newestFirst = { addedAt: -1, _id: -1 } as const;
      const found = await reach(() => outbox.find({ keep: true }).sort(newestFirst).limit(limit).toArray());
      return found.map(jobOf);
    },
  };
}
