import { setTimeout as pause } from 'node:timers/promises';
import { KeyDestroyed, type KeyRing } from '@dayline/runtime/key-ring';
import { LRUCache } from 'lru-cache';
import { Binary, type Db } from 'mongodb';
import type { Vault } from '../port.ts';
import { newPersonalKey, type VaultSecrets } from '../secrets.ts';
import { type KeyDocument, openSecrets, type VaultCollections, vaultCollections } from './collections.ts';
import { mongoFollowers } from './followers.ts';
import { openReach, type Reach, unlessDuplicate } from './reach.ts';

/** Such a read waits for a majority; without one it gets no answer. */
const linearizable = { readConcern: { level: 'linearizable' }, maxTimeMS: 2_000 } as const;

/**
 * Personal keys, one document each. No process caches them: the keys of a page of events are one query, and a destroyed
 * key is gone for all processes at once. The tombstone is the same document without the key, so the id stays taken and
 * no process can recreate it.
 */
export function mongoKeys({ keys }: VaultCollections, secrets: VaultSecrets, reach: Reach): Vault['keys'] {
  const keyOf = ({ _id, wrapped }: KeyDocument): Buffer | 'destroyed' =>
    wrapped ? secrets.unwrap(_id, Buffer.from(wrapped.value())) : 'destroyed';

  async function read(keyIds: readonly string[]): Promise<Map<string, Buffer | 'destroyed'>> {
    if (keyIds.length === 0) return new Map();
    const found = await reach(() => keys.find({ _id: { $in: [...keyIds] } }).toArray());
    return new Map(found.map((document) => [document._id, keyOf(document)]));
  }

  /**
   * A missing key is read again, linearizable: a key is stored before the event that needs it, but a primary that was
   * just elected, or that is no longer one, may answer from an earlier state.
   */
  async function get(keyIds: readonly string[]): Promise<Map<string, Buffer | 'destroyed'>> {
    const found = await read(keyIds);
    for (const keyId of new Set(keyIds)) {
      if (found.has(keyId)) continue;
      const document = await reach(() => keys.findOne({ _id: keyId }, linearizable));
      if (document) found.set(keyId, keyOf(document));
    }
    return found;
  }

  async function make(keyIds: readonly string[]): Promise<void> {
    const newKeys = keyIds.map((keyId) => ({
      _id: keyId,
      wrapped: new Binary(secrets.wrap(keyId, newPersonalKey())),
    }));
    // If another process created or destroyed the key first, its document stays unchanged.
    await reach(() => unlessDuplicate(() => keys.insertMany(newKeys, { ordered: false })));
  }

  return {
    get,
    async ensure(keyIds) {
      const found = await read(keyIds);
      const missing = keyIds.filter((keyId) => !found.has(keyId));
      if (missing.length > 0) {
        await make([...new Set(missing)]);
        for (const [keyId, key] of await get(missing)) found.set(keyId, key);
      }
      const usable = new Map<string, Buffer>();
      for (const [keyId, key] of found) {
        if (key === 'destroyed') throw new KeyDestroyed(keyId);
        usable.set(keyId, key);
      }
      return usable;
    },
    async destroy(keyId) {
      const tombstone = { $set: { destroyed: true }, $unset: { wrapped: '' } } as const;
      // Two processes that destroy a missing key collide on its id; either tombstone will do.
      await reach(() => unlessDuplicate(() => keys.updateOne({ _id: keyId }, tombstone, { upsert: true })));
    },
  };
}

/** The default for how long a missing key is looked for, in ms. */
const lookForMs = 30_000;
const lookEveryMs = 250;
/** Maximum number of missing keys that are remembered. */
const maxGivenUp = 10_000;

/**
 * Opens the vault read-only for keys, for the process that folds events. A missing key is looked up repeatedly for up
 * to `lookForMs` before an event that needs it is given up; once for each key.
 * @throws Error if MASTER_KEY isn't the vault's key
 */
export async function openMongoVaultKeys({
  db,
  masterKey,
  lookForMs: longest = lookForMs,
}: {
  db: Db;
  masterKey: Buffer;
  lookForMs?: number;
}): Promise<KeyRing & Pick<Vault, 'close'> & { readonly followers: Pick<Vault['followers'], 'read'> }> {
  const collections = vaultCollections(db);
  const { reach, close } = openReach();
  const secrets = await reach(() => openSecrets(collections, masterKey));
  const { get } = mongoKeys(collections, secrets, reach);
  const givenUp = new LRUCache<string, true>({ max: maxGivenUp });
  return {
    async get(keyIds) {
      const until = performance.now() + longest;
      for (;;) {
        const found = await get(keyIds);
        const missing = keyIds.filter((keyId) => !found.has(keyId) && !givenUp.has(keyId));
        if (missing.length === 0) return found;
        if (performance.now() < until) await pause(lookEveryMs);
        else for (const keyId of missing) givenUp.set(keyId, true);
      }
    },
    ensure: () => Promise.reject(new Error('These keys are only read; the vault makes them.')),
    followers: mongoFollowers(collections, reach),
    close: async () => close(),
  };
}
