import { type Delivery, type DeliveryStore, deliveriesKeptMs } from '../deliveries-port.ts';
import type { Vault } from '../port.ts';
import type { DeliveryDocument, VaultCollections } from './collections.ts';
import { type Reach, unlessDuplicate } from './reach.ts';

export function mongoFollowers({ followers }: VaultCollections, reach: Reach): Vault['followers'] {
  return {
    read: (name) => reach(() => followers.findOne({ _id: name }, { projection: { _id: 0 } })),
    async advance(name, from, to) {
      if (from === null) return await reach(() => unlessDuplicate(() => followers.insertOne({ _id: name, ...to })));
      const { matchedCount } = await reach(() => followers.updateOne({ _id: name, position: from }, { $set: to }));
      return matchedCount === 1;
    },
  };
}

const deliveryOf = ({ _id: id, expiresAt: _, ...rest }: DeliveryDocument): Delivery => ({ id, ...rest });
const newestFirst = { _id: -1 } as const;

/** Deliveries of webhooks, one document each; the server removes old ones. */
export function mongoDeliveries({ deliveries }: VaultCollections, reach: Reach): DeliveryStore {
  return {
    async add({ id, ...rest }, keptAtMost) {
      const document = { ...rest, expiresAt: new Date(rest.at + deliveriesKeptMs) };
      await reach(() => deliveries.replaceOne({ _id: id }, document, { upsert: true }));
      const { webhookId } = rest;
      const [oldest] = await reach(() =>
        deliveries.find({ webhookId }).sort(newestFirst).skip(keptAtMost).limit(1).toArray(),
      );
      if (oldest) await reach(() => deliveries.deleteMany({ webhookId, _id: { $lte: oldest._id } }));
    },
    async list(webhookId, limit, before) {
      const where = { webhookId, ...(before !== undefined && { _id: { $lt: before } }) };
      return (await reach(() => deliveries.find(where).sort(newestFirst).limit(limit).toArray())).map(deliveryOf);
    },
    async find(webhookId, id) {
      const found = await reach(() => deliveries.findOne({ _id: id, webhookId }));
      return found && deliveryOf(found);
    },
    async last(webhookId) {
      const found = await reach(() => deliveries.findOne({ webhookId, attempt: { $gt: 0 } }, { sort: newestFirst }));
      return found && deliveryOf(found);
    },
  };
}
