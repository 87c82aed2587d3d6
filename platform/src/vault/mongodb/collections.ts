import type { Role } from '@dayline/contracts/endpoints/definition';
import type { Position } from '@dayline/contracts/ids';
import type { Binary, Collection, Db } from 'mongodb';
import type { TokenPurpose } from '../onboarding-port.ts';
import { type VaultSecrets, vaultSecrets } from '../secrets.ts';
import { unlessDuplicate } from './reach.ts';

export interface OneTimeToken {
  /** HMAC-SHA-256, hexadecimal. */
  readonly hash: string;
  readonly expiresAt: number;
}

/** Password, epoch and tokens are one document: using a token for a new password ends the sessions by one write. */
export interface AccountDocument {
  readonly _id: string;
  readonly email: string;
  readonly role: Role;
  readonly name: string;
  readonly clientId: string;
  readonly pocId: string | null;
  readonly passwordHash: string | null;
  readonly sessionEpoch: number;
  readonly tokens?: { readonly [Purpose in TokenPurpose]?: OneTimeToken };
}

/** `_id` is the hash of the session's token. */
export interface SessionDocument {
  readonly _id: string;
  readonly accountId: string;
  readonly epoch: number;
  readonly openedAt: number;
  readonly lastSeenAt: number;
}

/** A key, or what is left of one: the tombstone holds its id's place for ever. */
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
  /** Attempts remembered at `at`; fewer since. */
  readonly level: number;
  readonly at: number;
  readonly blockedUntil: number;
  /** From then on nothing is remembered, and the document may go. */
  readonly endsAt: number;
  /** Who counted last: for taking a count back where nobody has counted since. */
  readonly takenBy: string;
}

export interface OutboxDocument {
  readonly _id: string;
  readonly kind: string;
  readonly sealed: Binary;
  readonly addedAt: number;
  readonly tries: number;
  readonly keep: boolean;
  /** Before this instant nobody takes it; missing once it is done and only kept. */
  readonly dueAt?: number;
}

export interface FollowerDocument {
  readonly _id: string;
  readonly position: Position;
}

/** To which MASTER_KEY the vault belongs: one document, so that it passes to another one by one write. */
export interface OwnerDocument {
  readonly _id: 'fingerprint';
  readonly value: string;
  /** The fingerprint of the key that all is being wrapped by; missing but while that goes on. */
  readonly next?: string;
  /** The key of the hashes that an earlier MASTER_KEY left, wrapped by today's; missing where it was never changed. */
  readonly hashing?: Binary;
}

export interface VaultCollections {
  readonly accounts: Collection<AccountDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly keys: Collection<KeyDocument>;
  readonly reservations: Collection<ReservationDocument>;
  readonly attempts: Collection<AttemptDocument>;
  readonly outbox: Collection<OutboxDocument>;
  readonly followers: Collection<FollowerDocument>;
  readonly settings: Collection<OwnerDocument>;
}

/** The vault's collections, read and written as `openMongo` says. */
export function vaultCollections(db: Db): VaultCollections {
  const collection = <Kept extends object>(name: string): Collection<Kept> => db.collection<Kept>(`vault.${name}`);
  return {
    accounts: collection('accounts'),
    sessions: collection('sessions'),
    keys: collection('keys'),
    reservations: collection('reservations'),
    attempts: collection('attempts'),
    outbox: collection('outbox'),
    followers: collection('followers'),
    settings: collection('settings'),
  };
}

/** Makes what is missing; those that are there stay. */
export async function makeIndexes({ accounts, sessions, reservations, attempts, outbox }: VaultCollections) {
  await Promise.all([
    accounts.createIndexes([
      { key: { email: 1 }, unique: true },
      { key: { 'tokens.verification.hash': 1 }, unique: true, sparse: true },
      { key: { 'tokens.password.hash': 1 }, unique: true, sparse: true },
      { key: { 'tokens.reset.hash': 1 }, unique: true, sparse: true },
    ]),
    sessions.createIndex({ openedAt: 1 }),
    reservations.createIndex({ id: 1 }),
    attempts.createIndex({ endsAt: 1 }),
    outbox.createIndexes([
      { key: { dueAt: 1, _id: 1 }, partialFilterExpression: { dueAt: { $exists: true } } },
      { key: { addedAt: -1, _id: -1 }, partialFilterExpression: { keep: true } },
    ]),
  ]);
}

/**
 * What this MASTER_KEY is used for in this vault.
 * @throws Error when it isn't the one that the vault was made with, or while the vault passes to another one
 */
export async function openSecrets({ settings }: VaultCollections, masterKey: Buffer): Promise<VaultSecrets> {
  const { fingerprint } = vaultSecrets(masterKey);
  // Of several processes that open a new vault at once, one sets it, and all read what it is.
  await unlessDuplicate(() => settings.insertOne({ _id: 'fingerprint', value: fingerprint }));
  const owner = await settings.findOne({ _id: 'fingerprint' });
  if (owner?.next !== undefined) throw new Error('MASTER_KEY is being changed: let "keys rotate" end first.');
  if (owner?.value !== fingerprint) throw new Error('MASTER_KEY is not the one that the vault was made with.');
  return vaultSecrets(masterKey, owner.hashing?.value());
}
