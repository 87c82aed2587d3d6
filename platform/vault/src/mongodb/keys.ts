import { KeyDestroyed, type KeyRing } from '@dayline/runtime/key-ring';
import { Binary, type Db } from 'mongodb';
import type { Vault } from '../port.ts';
import { newPersonalKey, type VaultSecrets } from '../secrets.ts';
import { type KeyDocument, openSecrets, type VaultCollections, vaultCollections } from './collections.ts';
import { openReach, type Reach, unlessDuplicate } from './reach.ts';

/**
 * Personal keys, one document each. No process caches them: the keys of a page of events are one query, and a destroyed
 * key is gone for all processes at once. The tombstone is the same document without the key, so the id stays taken and
 * no process can recreate it.
 */
export function mongoKeys({ keys }: VaultCollections, secrets: VaultSecrets, reach: Reach): Vault['keys'] {
  const keyOf = ({ _id, wrapped }: KeyDocument): Buffer | 'destroyed' =>
    wrapped ? secrets.unwrap(_id, Buffer.from(wrapped.value())) : 'destroyed';

  async function get(keyIds: readonly string[]): Promise<Map<string, Buffer | 'destroyed'>> {
    if (keyIds.length === 0) return new Map();
    const found = await reach(() => keys.find({ _id: { $in: [...keyIds] } }).toArray());
    return new Map(found.map((document) => [document._id, keyOf(document)]));
  }

  async function make(keyIds: readonly string[]): Promise<void> {
    const made = keyIds.map((keyId) => ({
      _id: keyId,
      wrapped: new Binary(secrets.wrap(keyId, newPersonalKey())),
    }));
    // If another process created or destroyed the key first, its document stays unchanged.
    await reach(() => unlessDuplicate(() => keys.insertMany(made, { ordered: false })));
  }

  return {
    get,
    async ensure(keyIds) {
      const found = await get(keyIds);
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

/**
 * Opens the vault read-only for keys, for the process that folds events.
 * @throws Error if MASTER_KEY isn't the vault's key
 */
export async function openMongoVaultKeys({
  db,
  masterKey,
}: {
  db: Db;
  masterKey: Buffer;
}): Promise<KeyRing & { close(): Promise<void> }> {
  const collections = vaultCollections(db);
  const { reach, close } = openReach();
  const secrets = await reach(() => openSecrets(collections, masterKey));
  return {
    get: mongoKeys(collections, secrets, reach).get,
    ensure: () => Promise.reject(new Error('These keys are only read; the vault makes them.')),
    close: async () => close(),
  };
}
