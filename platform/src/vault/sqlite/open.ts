import { roles } from '@dayline/contracts/endpoints/definition';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { KeyDestroyed } from '../../sealed-log/key-ring.ts';
import { sayingAway } from '../../sqlite-error.ts';
import { type Account, type Reservation, type StoredSession, type Vault, VaultUnavailable } from '../port.ts';
import { newPersonalKey, type VaultSecrets, vaultSecrets } from '../secrets.ts';
import { keptHashing, openForReading } from './connection.ts';
import { readKeys } from './keys.ts';
import { sqliteOnboarding } from './onboarding.ts';
import { startWriter } from './writer.ts';
import type { ReservationRow } from './writes.ts';

export interface SqliteVaultOptions {
  /** The file, made when it's missing, readable by its owner alone. */
  readonly path: string;
  /** 32 bytes. */
  readonly masterKey: Buffer;
}

/**
 * The vault in one SQLite file: writes in a thread of their own, together and durable before the answer; reads on a
 * connection of the calling thread.
 * @throws Error when the file can't be opened or was made with another MASTER_KEY
 */
export async function openSqliteVault({ path, masterKey }: SqliteVaultOptions): Promise<Vault> {
  const { fingerprint } = vaultSecrets(masterKey);
  const writer = await startWriter({ path, fingerprint });
  const db = openForReading(path, fingerprint);
  const secrets = vaultSecrets(masterKey, keptHashing(db));
  const reads = vaultReads(db, secrets);
  const keys = readKeys(db, secrets);
  const vault: Vault = {
    accounts: {
      add: (account) => writer.write('addAccount', { ...account, email: account.email.toLowerCase() }),
      byEmail: async (email) => reads.accountByEmail(email.toLowerCase()),
      byId: async (accountId) => reads.accountById(accountId),
      setPassword: (accountId, passwordHash) => writer.write('setPassword', accountId, passwordHash),
      rehash: (accountId, passwordHash) => writer.write('rehash', accountId, passwordHash),
    },
    sessions: {
      async open(tokenHash, accountId, now) {
        const isOpen = await writer.write('openSession', tokenHash, accountId, now);
        if (!isOpen) throw new Error('A session needs an account.');
      },
      find: async (tokenHash) => reads.session(tokenHash),
      touch: (tokenHash, now) => writer.write('touchSession', tokenHash, now),
      end: (tokenHash) => writer.write('endSession', tokenHash),
      prune: (openedBefore) => writer.write('pruneSessions', openedBefore),
    },
    keys: {
      async ensure(keyIds) {
        const found = keys.getNow(keyIds);
        const missing = keyIds.filter((keyId) => !found.has(keyId));
        if (missing.length > 0) {
          const made = missing.map((keyId) => ({ keyId, wrapped: secrets.wrap(keyId, newPersonalKey()) }));
          await writer.write('addKeys', made);
          // Read back: another process may have made the same one first, or destroyed it.
          for (const [keyId, key] of keys.getNow(missing)) found.set(keyId, key);
        }
        const usable = new Map<string, Buffer>();
        for (const [keyId, key] of found) {
          if (key === 'destroyed') throw new KeyDestroyed(keyId);
          usable.set(keyId, key);
        }
        return usable;
      },
      get: keys.get,
      destroy: (keyId) => writer.write('destroyKey', keyId),
    },
    reservations: {
      async reserve(scope, value, id, now) {
        return reservationOf(await writer.write('reserve', scope, secrets.hashOf(scope, value), id, now), id);
      },
      complete: (scope, value) => writer.write('completeReservation', scope, secrets.hashOf(scope, value)),
      find: async (scope, value) => reads.reservation(scope, value),
      release: (scope, value) => writer.write('releaseReservation', scope, secrets.hashOf(scope, value)),
      releaseAllOf: (id) => writer.write('releaseReservationsOf', id),
    },
    followers: {
      position: async (name) => reads.followerPosition(name),
      reached: (name, position) => writer.write('followerReached', name, position),
    },
    ...sqliteOnboarding({ db, writer, secrets, accountById: reads.accountById }),
    async close() {
      // The reader first: only a writing connection that closes last brings the WAL into the file and removes it.
      db.close();
      await writer.close();
    },
  };
  return tellingAway(vault);
}

/** A group's reads fail on the calling thread's connection; its writes say so themselves. */
function tellingAway(vault: Vault): Vault {
  const told = <Group extends object>(group: Group): Group =>
    sayingAway(group, (cause) => new VaultUnavailable(`The vault could not be read: ${cause.message}`, { cause }));
  return {
    accounts: told(vault.accounts),
    sessions: told(vault.sessions),
    keys: told(vault.keys),
    reservations: told(vault.reservations),
    followers: told(vault.followers),
    tokens: told(vault.tokens),
    attempts: told(vault.attempts),
    outbox: told(vault.outbox),
    close: vault.close,
  };
}

const reservationOf = ({ id, since, completed }: ReservationRow, mine: string | null): Reservation => ({
  id,
  isMine: id === mine,
  since,
  completed: completed === 1,
});

const accountSchema = z.object({
  accountId: z.string(),
  email: z.string(),
  role: z.enum(roles),
  name: z.string(),
  clientId: z.string(),
  pocId: z.string().nullable(),
  passwordHash: z.string().nullable(),
  sessionEpoch: z.int(),
});
const sessionTimesSchema = z.object({ tokenHash: z.string(), openedAt: z.int(), lastSeenAt: z.int() });

function vaultReads(db: Database.Database, secrets: VaultSecrets) {
  const columns = 'account.accountId, email, role, name, clientId, pocId, passwordHash, sessionEpoch';
  const byEmail = db.prepare(`SELECT ${columns} FROM account WHERE email = ?`);
  const byId = db.prepare(`SELECT ${columns} FROM account WHERE accountId = ?`);
  const session = db.prepare(`
    SELECT ${columns}, tokenHash, openedAt, lastSeenAt FROM session JOIN account USING (accountId)
    WHERE tokenHash = ? AND epoch = sessionEpoch`);
  const reservation = db.prepare<[string, Buffer], ReservationRow>(
    'SELECT id, since, completed FROM reservation WHERE scope = ? AND hash = ?',
  );
  const followerPosition = db
    .prepare<[string], string>("SELECT value FROM setting WHERE name = 'follower:' || ?")
    .pluck();
  const accountOf = (row: unknown): Account | null => (row === undefined ? null : accountSchema.parse(row));
  return {
    accountByEmail: (email: string) => accountOf(byEmail.get(email)),
    accountById: (accountId: string) => accountOf(byId.get(accountId)),
    session(tokenHash: string): StoredSession | null {
      const row = session.get(tokenHash);
      if (row === undefined) return null;
      return { ...sessionTimesSchema.parse(row), account: accountSchema.parse(row) };
    },
    followerPosition: (name: string) => followerPosition.get(name) ?? null,
    reservation(scope: string, value: string): Reservation | null {
      const row = reservation.get(scope, secrets.hashOf(scope, value));
      return row ? reservationOf(row, null) : null;
    },
  };
}
