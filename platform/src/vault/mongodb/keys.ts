import { Binary, type Db } from 'mongodb';
import { KeyDestroyed, type KeyRing } from '../../sealed-log/key-ring.ts';
import type { Vault } from '../port.ts';
import { newPersonalKey, type VaultSecrets } from '../secrets.ts';
import { type KeyDocument, openSecrets, type VaultCollections, vaultCollections } from './collections.ts';
import { openReach, type Reach, unlessDuplicate } from './reach.ts';

/**
 * Personal keys, one document each. None is kept in memory: a question for all keys of a page of events is one trip to
 * the server, and a key that any process has destroyed is gone for all from then on. The tombstone is the key's own
 * document without the key, so that its id is taken for ever and no two processes can bring it back.
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
    // Where another process made the same one first, or destroyed it, its document stays as it is.
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
      // Two that destroy a key that never was meet on its id; the other's tombstone is as good.
      await reach(() => unlessDuplicate(() => keys.updateOne({ _id: keyId }, tombstone, { upsert: true })));
    },
  };
}

/**
 * Opens the vault for reading keys alone, for the process that folds events: it makes no key.
 * @throws Error when MASTER_KEY isn't the one that the vault was made with
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
