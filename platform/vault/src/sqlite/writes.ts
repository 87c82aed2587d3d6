import type { Language } from '@dayline/contracts/fields/language';
import type { Position } from '@dayline/contracts/ids';
import type Database from 'better-sqlite3';
import { type boundsOf, linksEnd } from '../month.ts';
import type { Account, FollowerPlace, SessionBeginning } from '../port.ts';
import { attemptWrites } from './tables/attempts.ts';
import { commandKeyWrites } from './tables/command-keys.ts';
import { deliveryWrites } from './tables/deliveries.ts';
import { erasureWrites } from './tables/erasures.ts';
import { keyUseWrites } from './tables/key-uses.ts';
import { outboxWrites } from './tables/outbox.ts';
import { reservationWrites } from './tables/reservations.ts';
import { secondFactorWrites } from './tables/second-factors.ts';
import { sessionDeviceWrites } from './tables/session-devices.ts';
import { endedEpoch, needsNoProvider, sessionWrites } from './tables/sessions.ts';
import { tokenWrites } from './tables/tokens.ts';
import { trailWrites } from './tables/trail.ts';

export interface WrappedKey {
  readonly keyId: string;
  readonly wrapped: Uint8Array;
}

/** Everything that changes the vault; each runs within its caller's transaction. */
export function vaultWrites(db: Database.Database) {
  const addAccount = db.prepare(`
    INSERT INTO account (accountId, email, role, name, clientId, pocId, passwordHash, sessionEpoch)
    VALUES (:accountId, :email, :role, :name, :clientId, :pocId, :passwordHash, :sessionEpoch)
    ON CONFLICT DO NOTHING`);
  const rehash = db.prepare(
    'UPDATE account SET passwordHash = ? WHERE accountId = ? AND sessionEpoch = ? AND closed = 0',
  );
  const setLanguage = db.prepare('UPDATE account SET language = ? WHERE accountId = ?');
  const setName = db.prepare('UPDATE account SET name = ? WHERE accountId = ?');
  const noteSignIn = db.prepare('INSERT OR REPLACE INTO lastSignIn (accountId, at) VALUES (:accountId, :now)');
  const roundSignIns = db.prepare(`
    UPDATE lastSignIn SET at = :start WHERE at > :start AND at < :end
      AND accountId IN (SELECT accountId FROM account WHERE clientId = :clientId)`);
  const dropLinks = db.prepare(`
    DELETE FROM openToken WHERE purpose = 'signIn' AND expiresAt < :ended
      AND accountId IN (SELECT accountId FROM account WHERE clientId = :clientId)`);
  const openSession = db.prepare(`
    INSERT INTO session (tokenHash, accountId, epoch, openedAt, lastSeenAt)
    SELECT :tokenHash, accountId, iif(:isByProvider OR ${needsNoProvider}, :sessionEpoch, ${endedEpoch}), :now, :now
    FROM account WHERE accountId = :accountId`);
  const noteProvider = db.prepare('INSERT INTO providerSession (tokenHash) VALUES (?)');
  const touchSession = db.prepare('UPDATE session SET lastSeenAt = max(lastSeenAt, ?) WHERE tokenHash = ?');
  const pruneSessions = db.prepare('DELETE FROM session WHERE openedAt < ?');
  const addKey = db.prepare(`
    INSERT INTO personalKey (keyId, wrapped) SELECT :keyId, :wrapped
    WHERE NOT EXISTS (SELECT 1 FROM destroyedKey WHERE keyId = :keyId)
    ON CONFLICT DO NOTHING`);
  const removeKey = db.prepare('DELETE FROM personalKey WHERE keyId = ?');
  const addTombstone = db.prepare('INSERT INTO destroyedKey (keyId) VALUES (?) ON CONFLICT DO NOTHING');
  const beginFollower = db.prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const moveFollower = db.prepare(
    "UPDATE setting SET value = :value WHERE name = :key AND value ->> 'position' = :from",
  );

  const { proveSession, ...endings } = sessionWrites(db);
  const { endSession, endSessionsByEpoch } = endings;
  const { noteDevice } = sessionDeviceWrites(db);

  return {
    ...tokenWrites(db, endings),
    ...secondFactorWrites(db, endings),
    ...attemptWrites(db),
    ...outboxWrites(db),
    ...trailWrites(db),
    ...commandKeyWrites(db),
    ...deliveryWrites(db),
    ...erasureWrites(db),
    ...keyUseWrites(db),
    ...reservationWrites(db),
    addAccount: (account: Omit<Account, 'language'>): boolean => addAccount.run(account).changes === 1,
    rehash({ accountId, sessionEpoch }: Pick<Account, 'accountId' | 'sessionEpoch'>, passwordHash: string): void {
      rehash.run(passwordHash, accountId, sessionEpoch);
    },
    setLanguage: (accountId: string, language: Language): void => void setLanguage.run(language, accountId),
    setName: (accountId: string, name: string): void => void setName.run(name, accountId),
    forgetSignIns(clientId: string, { start, end }: ReturnType<typeof boundsOf>): void {
      roundSignIns.run({ clientId, start, end });
      dropLinks.run({ clientId, ended: end + linksEnd });
    },
    /** False if there is no such account. */
    openSession(
      tokenHash: string,
      account: Pick<Account, 'accountId' | 'sessionEpoch'>,
      now: number,
      beginning?: SessionBeginning,
    ): boolean {
      const isByProvider = beginning?.isByProvider ? 1 : 0;
      if (openSession.run({ tokenHash, ...account, now, isByProvider }).changes === 0) return false;
      noteSignIn.run({ accountId: account.accountId, now });
      if (isByProvider) noteProvider.run(tokenHash);
      if (beginning) noteDevice(tokenHash, beginning);
      return true;
    },
    touchSession(tokenHash: string, now: number): void {
      touchSession.run(now, tokenHash);
    },
    proveSession,
    endSession,
    endOtherSessions: (accountId: string, keep: string): void => endSessionsByEpoch(accountId, keep),
    pruneSessions: (openedBefore: number): number => pruneSessions.run(openedBefore).changes,
    addKeys(keys: readonly WrappedKey[]): void {
      for (const key of keys) addKey.run(key);
    },
    destroyKey(keyId: string): void {
      addTombstone.run(keyId);
      removeKey.run(keyId);
    },
    advanceFollower(name: string, from: Position | null, to: FollowerPlace): boolean {
      const [key, value] = [`follower:${name}`, JSON.stringify(to)];
      const { changes } = from === null ? beginFollower.run(key, value) : moveFollower.run({ key, from, value });
      return changes === 1;
    },
  };
}

export type VaultWrites = ReturnType<typeof vaultWrites>;
export type WriteName = keyof VaultWrites;

export interface WriteRequest<Name extends WriteName = WriteName> {
  readonly write: Name;
  readonly with: Parameters<VaultWrites[Name]>;
}
export type WriteOutcome = { readonly done: ReturnType<VaultWrites[WriteName]> } | { readonly fault: string };
