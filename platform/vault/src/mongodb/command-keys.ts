import { isDuplicateKey } from '@dayline/runtime/mongodb/unavailable';
import { type CommandKeyStore, commandKeyLifetimeMs, type StoredCommandKey } from '../command-key-port.ts';
import { VaultUnavailable } from '../port.ts';
import type { CommandKeyDocument, VaultCollections } from './collections.ts';
import type { Reach } from './reach.ts';

/** An attempt fails only if the key was released between two queries. */
const maxTries = 10;

const keyOf = ({ _id: id, digest, stream, revision, at }: CommandKeyDocument): StoredCommandKey => ({
  id,
  digest,
  stream,
  revision,
  at,
});
const expiryOf = (at: number): Date => new Date(at + commandKeyLifetimeMs);

/** Keys of commands, one document each; the server removes expired ones. */
export function mongoCommandKeys({ commandKeys }: VaultCollections, reach: Reach): CommandKeyStore {
  /** Null if the key has another digest. */
  async function takeExpiredOwn({
    id,
    digest,
    stream,
    revision,
    at,
  }: StoredCommandKey): Promise<CommandKeyDocument | null> {
    const update = { $set: { at, expiresAt: expiryOf(at) }, $setOnInsert: { stream, revision } };
    try {
      return await commandKeys.findOneAndUpdate({ _id: id, digest }, update, { upsert: true, returnDocument: 'after' });
    } catch (error) {
      // The document exists and its guard doesn't match.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  return {
    async take(key) {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const row = await reach(
          async () => (await takeExpiredOwn(key)) ?? (await commandKeys.findOne({ _id: key.id })),
        );
        if (row) return keyOf(row);
      }
      throw new VaultUnavailable('The vault could not say who used a key: it changed hands too often.');
    },
    async replace({ id, digest, at }, key) {
      const document = {
        digest: key.digest,
        stream: key.stream,
        revision: key.revision,
        at: key.at,
        expiresAt: expiryOf(key.at),
      };
      return (await reach(() => commandKeys.replaceOne({ _id: id, digest, at }, document))).matchedCount === 1;
    },
    async find(id) {
      const row = await reach(() => commandKeys.findOne({ _id: id }));
      return row && keyOf(row);
    },
    async release(id, digest) {
      await reach(() => commandKeys.deleteOne({ _id: id, digest }));
    },
  };
}
