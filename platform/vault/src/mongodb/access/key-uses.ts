import type { Vault } from '../../port.ts';
import type { VaultCollections } from '../collections.ts';
import type { Reach } from '../reach.ts';

/** Beyond every count that is shown; the server removes the documents later. */
const keptMs = 40 * 24 * 60 * 60_000;

export function mongoKeyUses({ keyUses }: VaultCollections, reach: Reach): Vault['keyUses'] {
  return {
    async add(uses) {
      if (uses.length === 0) return;
      const writes = uses.map(({ keyId, day, calls, refusals, lastAt }) => ({
        updateOne: {
          filter: { _id: `${keyId} ${day}` },
          update: {
            $inc: { calls, refusals },
            $max: { lastAt },
            $setOnInsert: { keyId, day, expiresAt: new Date(Date.parse(day) + keptMs) },
          },
          upsert: true,
        },
      }));
      await reach(() => keyUses.bulkWrite(writes, { ordered: false }));
    },
    since: (keyIds, from) =>
      reach(() =>
        keyUses
          .find({ keyId: { $in: [...keyIds] }, day: { $gte: from } }, { projection: { _id: 0, expiresAt: 0 } })
          .toArray(),
      ),
  };
}
