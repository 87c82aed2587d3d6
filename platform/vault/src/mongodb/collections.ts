import type { Language } from '@dayline/contracts/fields/language';
import type { Position } from '@dayline/contracts/ids';
import { WrongMasterKey } from '@dayline/runtime/key-ring';
import { buildIndexes } from '@dayline/runtime/mongodb/indexes';
import { StoreOfOtherRelease, storeFormat } from '@dayline/runtime/store-format';
import { type Binary, type Collection, type Db, MongoServerError } from 'mongodb';
import type { Account } from '../account.ts';
import type { Delivery } from '../deliveries-port.ts';
import type { KeyUseOfDay } from '../key-use-port.ts';
import { type TokenPurpose, tokenPurposes } from '../onboarding-port.ts';
import type { FollowerPlace, SessionDevice } from '../port.ts';
import { type VaultSecrets, vaultSecrets } from '../secrets.ts';
import { unlessDuplicate } from './reach.ts';

export interface OneTimeToken {
  /** HMAC-SHA-256, hex. */
  readonly hash: string;
  readonly askedBy: string;
  readonly expiresAt: number;
}

/** Password, epoch and tokens share a document: one write uses a token, sets the password and ends the sessions. */
export interface AccountDocument extends Omit<Account, 'accountId' | 'language'> {
  readonly _id: string;
  /** The session that stays valid from this epoch to which a write raised the account's; absent: none ever. */
  readonly keptSession?: { readonly tokenHash: string; readonly epoch: number };
  readonly language?: Language;
  /** Absent while it is open. */
  readonly closed?: true;
  /** When all its sessions ended, or the time that they may stay unused changed, by the server's clock; absent: never. */
  readonly passwordChangedAt?: Date;
  /** Absent until the first second factor; then with its revision. */
  readonly sealedFactors?: Binary;
  readonly factorsRevision?: number;
  /** ms since the epoch, UTC. */
  readonly lastSignInAt?: number;
  readonly openTokens?: { readonly [Purpose in TokenPurpose]?: readonly OneTimeToken[] };
}

/** `_id` is the hash of the session's token. */
export interface SessionDocument {
  readonly _id: string;
  readonly accountId: string;
  readonly epoch: number;
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** Absent: its owner gave the password or a second factor only at the sign-in. */
  readonly provedAt?: number;
  readonly device?: SessionDevice;
  /** Absent: it began otherwise. */
  readonly isByProvider?: true;
  /** By the server's clock, set by the write that ended it; the server removes the document later. */
  readonly endedAt?: Date;
}

/** A key, or its tombstone, which keeps the id taken forever. */
export interface KeyDocument {
  readonly _id: string;
  readonly wrapped?: Binary;
  readonly destroyed?: true;
}

/** `_id` is the scope and the value's hash. */
export interface ReservationDocument {
  readonly _id: string;
  readonly id: string;
  readonly since: number;
  readonly completed: boolean;
}

/** `_id` is the scope and the value's hash. */
export interface AttemptDocument {
  readonly _id: string;
  /** Number of attempts remembered at `at`; it drains from there. */
  readonly level: number;
  readonly at: number;
  readonly blockedUntil: number;
  /** When the level reaches 0 and the document may be removed. */
  readonly endsAt: number;
  /** Who counted last, so that a count can be undone if nobody has counted since. */
  readonly takenBy: string;
}

export interface OutboxDocument {
  readonly _id: string;
  readonly kind: string;
  readonly sealed: Binary;
  readonly addedAt: number;
  readonly tries: number;
  readonly keep: boolean;
  /** Not claimable before this instant; 0 until it is first claimed, absent once sent and only kept. */
  readonly dueAt?: number;
}

/** A waiting trail entry; `_id` is its ULID. */
export interface TrailDocument {
  readonly _id: string;
  readonly sealed: Binary;
}

/** Which process appends the waiting trail entries. */
export interface TrailLeaseDocument {
  readonly _id: 'lease';
  readonly owner: string;
  /** ms since the epoch, UTC. */
  readonly until: number;
}

/** `_id` is the command's. */
export interface CommandKeyDocument {
  readonly _id: string;
  readonly digest: string;
  readonly stream: string;
  readonly revision: number;
  readonly at: number;
  /** The server removes the document some time later. */
  readonly expiresAt: Date;
}

/** `_id` is the key's and the day. */
export interface KeyUseDocument extends KeyUseOfDay {
  readonly _id: string;
  /** The server removes the document some time later. */
  readonly expiresAt: Date;
}

/** `_id` is the delivery's. */
export interface DeliveryDocument extends Omit<Delivery, 'id'> {
  readonly _id: string;
  /** The server removes the document some time later. */
  readonly expiresAt: Date;
}

export interface ErasureDocument {
  /** The person's stream. */
  readonly _id: string;
  readonly position: Position;
  readonly since: number;
}

export type FollowerDocument = FollowerPlace & { readonly _id: string };

/** Which MASTER_KEY the vault belongs to: one document, so that a key change completes in one write. */
export interface OwnerDocument {
  readonly _id: 'fingerprint';
  readonly value: string;
  readonly format: number;
  /** Fingerprint of the new key during a change of MASTER_KEY; otherwise absent. */
  readonly next?: string;
  /** The hashing key derived from an earlier MASTER_KEY, wrapped by the current one; absent if it was never changed. */
  readonly hashing?: Binary;
}

/** `_id` is the client's. */
export interface PolicyDocument {
  readonly _id: string;
  /** Absent: optional. */
  readonly secondFactor?: string;
  /** Absent or null: as the installation has it. */
  readonly sessionIdleMinutes?: number | null;
  /** Absent or null: nobody must use the client's sign-in provider. */
  readonly localAdministrators?: readonly string[] | null;
}

export interface VaultCollections {
  readonly accounts: Collection<AccountDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly keys: Collection<KeyDocument>;
  readonly reservations: Collection<ReservationDocument>;
  readonly attempts: Collection<AttemptDocument>;
  readonly outbox: Collection<OutboxDocument>;
  readonly commandKeys: Collection<CommandKeyDocument>;
  readonly deliveries: Collection<DeliveryDocument>;
  readonly trail: Collection<TrailDocument>;
  readonly trailLease: Collection<TrailLeaseDocument>;
  readonly keyUses: Collection<KeyUseDocument>;
  readonly erasures: Collection<ErasureDocument>;
  readonly followers: Collection<FollowerDocument>;
  readonly policies: Collection<PolicyDocument>;
  readonly settings: Collection<OwnerDocument>;
}

/** The vault's collections, with the options of `openMongo`. */
export function vaultCollections(db: Db): VaultCollections {
  const collection = <Kept extends object>(name: string): Collection<Kept> => db.collection<Kept>(`vault.${name}`);
  return {
    accounts: collection('accounts'),
    sessions: collection('sessions'),
    keys: collection('keys'),
    reservations: collection('reservations'),
    attempts: collection('attempts'),
    outbox: collection('outbox'),
    commandKeys: collection('commandKeys'),
    deliveries: collection('deliveries'),
    trail: collection('trail'),
    trailLease: collection('trailLease'),
    keyUses: collection('keyUses'),
    erasures: collection('erasures'),
    followers: collection('followers'),
    policies: collection('policies'),
    settings: collection('settings'),
  };
}

/** How long ended sessions are kept, in s: longer than readers go without checking each session. */
const endedSessionKept = 3_600;

/** Creates the unique indexes, required before any write. */
export const makeUniqueIndexes = ({ accounts }: VaultCollections): Promise<void> =>
  buildIndexes(accounts, [
    { key: { email: 1 }, unique: true },
    ...tokenPurposes.map((purpose) => ({ key: { [`openTokens.${purpose}.hash`]: 1 }, unique: true, sparse: true })),
  ]);

/**
 * Creates the collections whose indexes are created in the background. Otherwise a first write may create one at the
 * same moment, and SecantusDB, which the tests run on, then no longer answers.
 */
export async function makeCollections(db: Db, collections: VaultCollections): Promise<void> {
  const { sessions, reservations, attempts, commandKeys, keyUses, deliveries, outbox } = collections;
  const making = [sessions, reservations, attempts, commandKeys, keyUses, deliveries, outbox].map(
    async ({ collectionName }) => {
      try {
        await db.createCollection(collectionName);
      } catch (error) {
        if (!isNamespaceExists(error)) throw error;
      }
    },
  );
  await Promise.all(making);
}

const isNamespaceExists = (error: unknown): boolean => error instanceof MongoServerError && error.code === 48;

/** Creates indexes for speed and expiry; the vault is correct without them. */
export async function makeOtherIndexes({
  accounts,
  sessions,
  reservations,
  attempts,
  commandKeys,
  keyUses,
  deliveries,
  outbox,
}: VaultCollections): Promise<void> {
  await Promise.all([
    buildIndexes(accounts, [{ key: { passwordChangedAt: 1 }, sparse: true }]),
    buildIndexes(sessions, [
      { key: { openedAt: 1 } },
      { key: { accountId: 1 } },
      { key: { endedAt: 1 }, sparse: true, expireAfterSeconds: endedSessionKept },
    ]),
    buildIndexes(reservations, [{ key: { id: 1 } }]),
    buildIndexes(attempts, [{ key: { endsAt: 1 } }]),
    buildIndexes(commandKeys, [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]),
    buildIndexes(keyUses, [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }, { key: { keyId: 1, day: 1 } }]),
    buildIndexes(deliveries, [{ key: { webhookId: 1, _id: -1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }]),
    buildIndexes(outbox, [
      { key: { dueAt: 1, _id: 1 }, partialFilterExpression: { dueAt: { $exists: true } } },
      { key: { addedAt: -1, _id: -1 }, partialFilterExpression: { keep: true } },
    ]),
  ]);
}

/**
 * The keys derived from MASTER_KEY for this vault.
 * @throws StoreOfOtherRelease, or Error if it isn't the vault's key, or during a key change
 */
export async function openSecrets({ settings }: VaultCollections, masterKey: Buffer): Promise<VaultSecrets> {
  const { fingerprint } = vaultSecrets(masterKey);
  // If several processes open a new vault at once, one sets the fingerprint and all read it.
  await unlessDuplicate(() => settings.insertOne({ _id: 'fingerprint', value: fingerprint, format: storeFormat }));
  const owner = await settings.findOne({ _id: 'fingerprint' });
  // Builds before 1.0.0 kept no format.
  if (owner?.format !== storeFormat) throw new StoreOfOtherRelease('The vault at VIEW_STORE_URL', owner?.format ?? 0);
  if (owner?.next !== undefined) throw new Error('MASTER_KEY is being changed: let "keys rotate" end first.');
  if (owner?.value !== fingerprint) throw new WrongMasterKey();
  return vaultSecrets(masterKey, owner.hashing?.value());
}
