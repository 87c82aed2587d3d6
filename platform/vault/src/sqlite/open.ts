import { roles } from '@dayline/contracts/endpoints/definition';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { languages } from '@dayline/contracts/fields/language';
import { type Clock, systemClock } from '@dayline/runtime/clock';
import { KeyDestroyed } from '@dayline/runtime/key-ring';
import { type OpenedFile, openedFile } from '@dayline/runtime/opened-file';
import { clearRemnants } from '@dayline/runtime/remnants/remnants';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { boundsOf } from '../month.ts';
import type { Account, AddressOwner, Reservation, StoredSession, Vault } from '../port.ts';
import { newPersonalKey, type VaultSecrets, vaultSecrets } from '../secrets.ts';
import { sqliteCommandKeys } from './command-key-store.ts';
import { keptHashing, openForReading } from './connection.ts';
import { cursorsIn, sqliteDeliveries } from './followers.ts';
import { guard } from './guard.ts';
import { readKeys } from './keys.ts';
import { sqliteOnboarding } from './onboarding.ts';
import { sqliteSecondFactors } from './second-factors.ts';
import { erasureReads } from './tables/erasures.ts';
import { keyUseReads } from './tables/key-uses.ts';
import type { ReservationRow } from './tables/reservations.ts';
import { sessionDeviceReads } from './tables/session-devices.ts';
import { sessionReads, sessionTimeColumns } from './tables/sessions.ts';
import { sqliteTrail } from './trail-store.ts';
import { startWriter, type Writer, writerOnDemand } from './writer.ts';

export interface SqliteVaultOptions {
  /** The file; created if missing, readable by its owner only. */
  readonly path: string;
  /** 32 bytes. */
  readonly masterKey: Buffer;
  /** The store's clock; all its processes are on one machine. */
  readonly clock?: Clock;
  /** Starts the writer's thread with the first write; the process must have the file open otherwise. */
  readonly writesOnDemand?: boolean;
}

/**
 * The vault in one SQLite file: writes run in a separate thread, batched, durable before the answer; reads use a
 * connection of the calling thread.
 * @throws Error if the file can't be opened or belongs to another MASTER_KEY
 */
export async function openSqliteVault({
  path,
  masterKey,
  clock = systemClock,
  writesOnDemand = false,
}: SqliteVaultOptions): Promise<Vault> {
  const { fingerprint } = vaultSecrets(masterKey);
  const writer = writesOnDemand ? writerOnDemand({ path, fingerprint }) : await startWriter({ path, fingerprint });
  const [db, file] = [openForReading(path, fingerprint), openedFile(path)];
  const secrets = vaultSecrets(masterKey, keptHashing(db));
  const reads = vaultReads(db, secrets);
  const [keys, { pendingErasures }, { keyUsesSince }] = [readKeys(db, secrets), erasureReads(db), keyUseReads(db)];
  const vault: Vault = {
    accounts: {
      add: (account) => writer.write('addAccount', { ...account, email: emailKey(account.email) }),
      byEmail: async (email) => reads.accountByEmail(emailKey(email)),
      evenClosed: async (email) => reads.accountEvenClosed(emailKey(email)),
      byId: async (accountId) => reads.accountById(accountId),
      ownerOf: async (email) => reads.ownerOfAddress(emailKey(email)),
      all: async () => reads.accounts(),
      ofClient: async (clientId) => reads.accountsOfClient(clientId),
      clientIds: async () => reads.clientIds(),
      setPassword: (accountId, passwordHash) => writer.write('setPassword', accountId, passwordHash),
      changePassword: (accountId, change) => writer.write('changePassword', accountId, change),
      rehash: (account, passwordHash) => writer.write('rehash', account, passwordHash),
      setLanguage: (accountId, language) => writer.write('setLanguage', accountId, language),
      setName: (accountId, name) => writer.write('setName', accountId, name),
      forgetSignIns: (clientId, month) => writer.write('forgetSignIns', clientId, boundsOf(month)),
      close: (accountId) => writer.write('closeAccount', accountId),
      reopen: (accountId) => writer.write('reopenAccount', accountId),
    },
    sessions: sqliteSessions(db, writer, reads.session),
    keys: {
      async ensure(keyIds) {
        const found = keys.getNow(keyIds);
        const missing = keyIds.filter((keyId) => !found.has(keyId));
        if (missing.length > 0) {
          const newKeys = missing.map((keyId) => ({ keyId, wrapped: secrets.wrap(keyId, newPersonalKey()) }));
          await writer.write('addKeys', newKeys);
          // Read back: another process may have created or destroyed the same key first.
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
      async reserve(scope, value, id) {
        const now = clock.now();
        return reservationOf(await writer.write('reserve', scope, secrets.hashOf(scope, value), id, now), id, now);
      },
      async takeOver(scope, value, from, id) {
        const now = clock.now();
        const row = await writer.write('takeOverReservation', scope, secrets.hashOf(scope, value), from, { id, now });
        return row && reservationOf(row, id, now);
      },
      complete: (scope, value, id) => writer.write('completeReservation', scope, secrets.hashOf(scope, value), id),
      async find(scope, value) {
        const row = reads.reservation(scope, value);
        return row ? reservationOf(row, null, clock.now()) : null;
      },
      release: (scope, value, id) => writer.write('releaseReservation', scope, secrets.hashOf(scope, value), id),
      releaseOthersOf: (id, scope, keep) =>
        writer.write('releaseOtherReservations', id, scope, secrets.hashOf(scope, keep)),
      releaseAllOf: (id) => writer.write('releaseReservationsOf', id),
      prune: (scope, olderThanMs) => writer.write('pruneReservations', scope, clock.now() - olderThanMs),
    },
    erasures: {
      begin: (erasure) => writer.write('beginErasure', erasure),
      pending: async () => pendingErasures(),
      scrub: () => clearRemnants(path),
      finish: (stream) => writer.write('finishErasure', stream),
    },
    followers: {
      read: async (name) => reads.follower(name),
      advance: (name, from, to) => writer.write('advanceFollower', name, from, to),
    },
    secondFactors: sqliteSecondFactors(db, writer, secrets),
    trail: sqliteTrail({ db, writer, secrets, clock }),
    commandKeys: sqliteCommandKeys(db, writer),
    keyUses: {
      add: (uses, from) => writer.write('addKeyUses', uses, from),
      since: async (keyIds, from) => keyUsesSince(keyIds, from),
    },
    deliveries: sqliteDeliveries(db, writer),
    ...sqliteOnboarding({ db, writer, secrets, clock, accountById: reads.accountById }),
    async close() {
      // The reader closes first: only a writing connection that closes last checkpoints and removes the WAL.
      db.close();
      await writer.close();
    },
  };
  return guarded(vault, file);
}

function sqliteSessions(
  db: Database.Database,
  writer: Writer,
  find: (tokenHash: string) => StoredSession | null,
): Vault['sessions'] {
  const [reads, { sessionsOf }] = [sessionReads(db), sessionDeviceReads(db)];
  return {
    async open(tokenHash, { accountId, sessionEpoch }, now, beginning) {
      const isOpen = await writer.write('openSession', tokenHash, { accountId, sessionEpoch }, now, beginning);
      if (!isOpen) throw new Error('A session needs an account.');
    },
    find: async (tokenHash) => find(tokenHash),
    touch: (tokenHash, now) => writer.write('touchSession', tokenHash, now),
    prove: (tokenHash, now) => writer.write('proveSession', tokenHash, now),
    provedAt: async (tokenHash) => reads.provedAt(tokenHash),
    end: (tokenHash) => writer.write('endSession', tokenHash),
    endOthers: (accountId, keep) => writer.write('endOtherSessions', accountId, keep),
    ofAccount: async (accountId) => sessionsOf(accountId),
    endedSince: async (cursor) => reads.endedSince(cursor),
    inForce: async (tokenHashes) => reads.inForce(tokenHashes),
    prune: (openedBefore) => writer.write('pruneSessions', openedBefore),
  };
}

function guarded(vault: Vault, file: OpenedFile): Vault {
  const mapped = guard(file);
  return {
    accounts: mapped(vault.accounts),
    sessions: mapped(vault.sessions),
    keys: mapped(vault.keys),
    reservations: mapped(vault.reservations),
    erasures: mapped(vault.erasures),
    followers: mapped(vault.followers),
    secondFactors: mapped(vault.secondFactors),
    tokens: mapped(vault.tokens),
    attempts: mapped(vault.attempts),
    outbox: mapped(vault.outbox),
    trail: mapped(vault.trail),
    commandKeys: mapped(vault.commandKeys),
    keyUses: mapped(vault.keyUses),
    deliveries: mapped(vault.deliveries),
    close: vault.close,
  };
}

const reservationOf = ({ id, since, completed }: ReservationRow, mine: string | null, now: number): Reservation => ({
  id,
  isMine: id === mine,
  since,
  ageMs: now - since,
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
  // No language is chosen, or one that only a newer build knows.
  language: z.enum(languages).optional().catch(undefined),
});
const closedSchema = z.object({ closed: z.int() });
const listedAccountSchema = accountSchema.omit({ passwordHash: true }).extend(closedSchema.shape);
const ofClientSchema = listedAccountSchema.omit({ sessionEpoch: true, language: true }).extend({
  hasPassword: z.int().transform((value) => value === 1),
  lastSignInAt: z.int().nullable(),
  invitedUntil: z.int().nullable(),
});
const ownerSchema = accountSchema.pick({ accountId: true, pocId: true, clientId: true }).extend(closedSchema.shape);
const listed = <Row extends { readonly closed: number }>({ closed, ...row }: Row) => ({
  ...row,
  isClosed: closed !== 0,
});
const sessionTimesSchema = z.object({
  tokenHash: z.string(),
  openedAt: z.int(),
  lastSeenAt: z.int(),
  idleMinutes: z.int().nullable(),
});

function vaultReads(db: Database.Database, secrets: VaultSecrets) {
  const columns = 'account.accountId, email, role, name, clientId, pocId, passwordHash, sessionEpoch, language';
  const byEmail = db.prepare(`SELECT ${columns} FROM account WHERE email = ? AND closed = 0`);
  const byId = db.prepare(`SELECT ${columns} FROM account WHERE accountId = ? AND closed = 0`);
  const evenClosed = db.prepare(`SELECT ${columns}, closed FROM account WHERE email = ?`);
  const owner = db.prepare('SELECT accountId, pocId, clientId, closed FROM account WHERE email = ?');
  const all = db.prepare(`SELECT ${columns}, closed FROM account ORDER BY accountId`);
  const ofClient = db.prepare(`
    SELECT account.accountId, email, role, name, clientId, pocId, closed, passwordHash IS NOT NULL AS hasPassword,
      (SELECT at FROM lastSignIn WHERE accountId = account.accountId) AS lastSignInAt,
      (SELECT max(expiresAt) FROM openToken WHERE accountId = account.accountId AND purpose = 'invitation')
        AS invitedUntil
    FROM account WHERE clientId = ? ORDER BY account.accountId`);
  const clientIds = db.prepare<[], string>('SELECT DISTINCT clientId FROM account').pluck();
  const session = db.prepare(`
    SELECT ${columns}, ${sessionTimeColumns} FROM session JOIN account USING (accountId)
    WHERE tokenHash = ? AND epoch = sessionEpoch AND closed = 0`);
  const reservation = db.prepare<[string, Buffer], ReservationRow>(
    'SELECT id, since, completed FROM reservation WHERE scope = ? AND hash = ?',
  );
  const accountOf = (row: unknown): Account | null => (row === undefined ? null : accountSchema.parse(row));
  return {
    accountByEmail: (email: string) => accountOf(byEmail.get(email)),
    accountEvenClosed(email: string) {
      const row = evenClosed.get(email);
      if (row === undefined) return null;
      return { account: accountSchema.parse(row), isClosed: closedSchema.parse(row).closed !== 0 };
    },
    accountById: (accountId: string) => accountOf(byId.get(accountId)),
    ownerOfAddress(email: string): AddressOwner | null {
      const row = owner.get(email);
      return row === undefined ? null : listed(ownerSchema.parse(row));
    },
    accounts: () => all.all().map((row) => listed(listedAccountSchema.parse(row))),
    accountsOfClient: (clientId: string) => ofClient.all(clientId).map((row) => listed(ofClientSchema.parse(row))),
    clientIds: () => clientIds.all(),
    session(tokenHash: string): StoredSession | null {
      const row = session.get(tokenHash);
      if (row === undefined) return null;
      return { ...sessionTimesSchema.parse(row), account: accountSchema.parse(row) };
    },
    follower: cursorsIn(db),
    reservation: (scope: string, value: string) => reservation.get(scope, secrets.hashOf(scope, value)),
  };
}
