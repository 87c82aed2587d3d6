import type { Vault } from '../port.ts';
import type { VaultCollections } from './collections.ts';
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
