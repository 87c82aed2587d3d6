import type { Logger } from '@dayline/runtime/logging/logger';
import type { Db } from 'mongodb';
import type { Vault } from '../port.ts';
import { mongoAttempts } from './access/attempts.ts';
import { mongoKeyUses } from './access/key-uses.ts';
import { mongoTokens } from './access/tokens.ts';
import { mongoAccounts, mongoSecondFactors } from './accounts.ts';
import {
  makeCollections,
  makeOtherIndexes,
  makeUniqueIndexes,
  openSecrets,
  type VaultCollections,
  vaultCollections,
} from './collections.ts';
import { mongoCommandKeys } from './command-keys.ts';
import { mongoDeliveries, mongoFollowers } from './followers.ts';
import { mongoKeys } from './keys.ts';
import { mongoOutbox } from './outbox.ts';
import { openReach, type Reach, unlessDuplicate } from './reach.ts';
import { mongoReservations } from './reservations.ts';
import { mongoSessions } from './sessions.ts';
import { mongoTrail } from './trail.ts';

export interface MongoVaultOptions {
  /** From `openMongo`, whose writes are durable on a majority. */
  readonly db: Db;
  /** 32 bytes. */
  readonly masterKey: Buffer;
  /** Logs when an index could not be created; the next start retries. */
  readonly logger?: Pick<Logger, 'error'> | undefined;
}

/**
 * The vault in the collections `vault.*`, shared by any number of processes: whatever must be unique or happen once is
 * one write to one document. The caller closes the connection.
 * @throws VaultUnavailable
 * @throws Error if MASTER_KEY isn't the vault's key
 */
export async function openMongoVault({ db, masterKey, logger }: MongoVaultOptions): Promise<Vault> {
  const collections = vaultCollections(db);
  const { reach, close } = openReach();
  const secrets = await reach(() => openSecrets(collections, masterKey));
  await reach(() => makeUniqueIndexes(collections));
  await reach(() => makeCollections(db, collections));
  // In the background: a new version's index over years of documents must not delay the start.
  let isClosed = false;
  makeOtherIndexes(collections).catch((error: unknown) => {
    if (!isClosed) logger?.error({ err: error }, 'an index of the vault was not made');
  });
  return {
    accounts: mongoAccounts(collections, reach),
    sessions: mongoSessions(collections, reach),
    keys: mongoKeys(collections, secrets, reach),
    reservations: mongoReservations(collections, secrets, reach),
    erasures: mongoErasures(collections, reach),
    followers: mongoFollowers(collections, reach),
    secondFactors: mongoSecondFactors(collections, secrets, reach),
    tokens: mongoTokens(collections, secrets, reach),
    attempts: mongoAttempts(collections, secrets, reach),
    outbox: mongoOutbox(collections, secrets, reach),
    commandKeys: mongoCommandKeys(collections, reach),
    keyUses: mongoKeyUses(collections, reach),
    deliveries: mongoDeliveries(collections, reach),
    trail: mongoTrail(collections, secrets, reach),
    async close() {
      isClosed = true;
      close();
    },
  };
}

function mongoErasures({ erasures }: VaultCollections, reach: Reach): Vault['erasures'] {
  return {
    async begin({ stream, position, since }) {
      const change = { $set: { position }, $setOnInsert: { since } };
      // Two concurrent calls collide on the id; either document will do.
      await reach(() => unlessDuplicate(() => erasures.updateOne({ _id: stream }, change, { upsert: true })));
    },
    async pending() {
      const found = await reach(() => erasures.find({}, { sort: { since: 1, _id: 1 } }).toArray());
      return found.map(({ _id, position, since }) => ({ stream: _id, position, since }));
    },
    // MongoDB controls how long its files retain a destroyed key: see docs/operations.md.
    scrub: async () => true,
    async finish(stream) {
      await reach(() => erasures.deleteOne({ _id: stream }));
    },
  };
}
