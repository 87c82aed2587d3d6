import type { Db } from 'mongodb';
import type { Vault } from '../port.ts';
import { mongoAccounts, mongoSessions } from './accounts.ts';
import { mongoAttempts } from './attempts.ts';
import { makeIndexes, openSecrets, type VaultCollections, vaultCollections } from './collections.ts';
import { mongoKeys } from './keys.ts';
import { mongoOutbox } from './outbox.ts';
import { openReach, type Reach } from './reach.ts';
import { mongoReservations } from './reservations.ts';
import { mongoTokens } from './tokens.ts';

export interface MongoVaultOptions {
  /** Of `openMongo`, whose writes are durable on a majority before they are answered. */
  readonly db: Db;
  /** 32 bytes. */
  readonly masterKey: Buffer;
}

/**
 * The vault in the collections `vault.*`, shared by any number of processes: whatever must be unique or happen once is
 * one write to one document. Closing it leaves the connection to whoever opened that.
 * @throws VaultUnavailable
 * @throws Error when MASTER_KEY isn't the one that the vault was made with
 */
export async function openMongoVault({ db, masterKey }: MongoVaultOptions): Promise<Vault> {
  const collections = vaultCollections(db);
  const { reach, close } = openReach();
  const secrets = await reach(() => openSecrets(collections, masterKey));
  await reach(() => makeIndexes(collections));
  return {
    accounts: mongoAccounts(collections, reach),
    sessions: mongoSessions(collections, reach),
    keys: mongoKeys(collections, secrets, reach),
    reservations: mongoReservations(collections, secrets, reach),
    followers: mongoFollowers(collections, reach),
    tokens: mongoTokens(collections, secrets, reach),
    attempts: mongoAttempts(collections, secrets, reach),
    outbox: mongoOutbox(collections, secrets, reach),
    close: async () => close(),
  };
}

function mongoFollowers({ followers }: VaultCollections, reach: Reach): Vault['followers'] {
  return {
    position: async (name) => (await reach(() => followers.findOne({ _id: name })))?.position ?? null,
    async reached(name, position) {
      await reach(() => followers.updateOne({ _id: name }, { $set: { position } }, { upsert: true }));
    },
  };
}
