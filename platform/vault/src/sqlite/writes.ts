import type { Language } from '@dayline/contracts/fields/language';
import type { Position } from '@dayline/contracts/ids';
import type Database from 'better-sqlite3';
import type { Account, FollowerPlace } from '../port.ts';
import { attemptWrites } from './tables/attempts.ts';
import { commandKeyWrites } from './tables/command-keys.ts';
import { erasureWrites } from './tables/erasures.ts';
import { outboxWrites } from './tables/outbox.ts';
import { sessionEndWrites } from './tables/sessions.ts';
import { tokenWrites } from './tables/tokens.ts';
import { trailWrites } from './tables/trail.ts';

export interface ReservationRow {
  readonly id: string;
  readonly since: number;
  readonly completed: number;
}

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
  const rehash = db.prepare('UPDATE account SET passwordHash = ? WHERE accountId = ?');
  const setLanguage = db.prepare('UPDATE account SET language = ? WHERE accountId = ?');
  const openSession = db.prepare(`
    INSERT INTO session (tokenHash, accountId, epoch, openedAt, lastSeenAt)
    SELECT :tokenHash, accountId, sessionEpoch, :now, :now FROM account WHERE accountId = :accountId`);
  const touchSession = db.prepare('UPDATE session SET lastSeenAt = max(lastSeenAt, ?) WHERE tokenHash = ?');
  const pruneSessions = db.prepare('DELETE FROM session WHERE openedAt < ?');
  const addKey = db.prepare(`
    INSERT INTO personalKey (keyId, wrapped) SELECT :keyId, :wrapped
    WHERE NOT EXISTS (SELECT 1 FROM destroyedKey WHERE keyId = :keyId)
    ON CONFLICT DO NOTHING`);
  const removeKey = db.prepare('DELETE FROM personalKey WHERE keyId = ?');
  const addTombstone = db.prepare('INSERT INTO destroyedKey (keyId) VALUES (?) ON CONFLICT DO NOTHING');
  // RETURNING yields a row only for a change, so a completed or foreign reservation is rewritten unchanged.
  const reserve = db.prepare<{ scope: string; hash: Uint8Array; id: string; now: number }, ReservationRow>(`
    INSERT INTO reservation (scope, hash, id, since, completed) VALUES (:scope, :hash, :id, :now, 0)
    ON CONFLICT DO UPDATE SET since = iif(id = :id AND completed = 0, :now, since)
    RETURNING id, since, completed`);
  const takeOverReservation = db.prepare<
    { scope: string; hash: Uint8Array; from: string; since: number; id: string; now: number },
    ReservationRow
  >(`
    UPDATE reservation SET id = :id, since = :now
    WHERE scope = :scope AND hash = :hash AND id = :from AND since = :since AND completed = 0
    RETURNING id, since, completed`);
  const completeReservation = db.prepare(
    'UPDATE reservation SET completed = 1 WHERE scope = ? AND hash = ? AND id = ?',
  );
  const releaseReservation = db.prepare(
    'DELETE FROM reservation WHERE scope = ? AND hash = ? AND id = ? AND completed = 0',
  );
  const releaseReservationsOf = db.prepare('DELETE FROM reservation WHERE id = ?');
  const beginFollower = db.prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  // A value of an earlier build is the position itself.
  const moveFollower = db.prepare(`
    UPDATE setting SET value = :value
    WHERE name = :key AND CASE WHEN value LIKE '{%' THEN value ->> 'position' ELSE value END = :from`);

  const { endSession, endSessionsOf } = sessionEndWrites(db);

  return {
    ...tokenWrites(db, endSessionsOf),
    ...attemptWrites(db),
    ...outboxWrites(db),
    ...trailWrites(db),
    ...commandKeyWrites(db),
    ...erasureWrites(db),
    addAccount: (account: Omit<Account, 'language'>): boolean => addAccount.run(account).changes === 1,
    rehash(accountId: string, passwordHash: string): void {
      rehash.run(passwordHash, accountId);
    },
    setLanguage: (accountId: string, language: Language): void => void setLanguage.run(language, accountId),
    /** False if there is no such account. */
    openSession: (tokenHash: string, accountId: string, now: number): boolean =>
      openSession.run({ tokenHash, accountId, now }).changes === 1,
    touchSession(tokenHash: string, now: number): void {
      touchSession.run(now, tokenHash);
    },
    endSession,
    pruneSessions: (openedBefore: number): number => pruneSessions.run(openedBefore).changes,
    addKeys(keys: readonly WrappedKey[]): void {
      for (const key of keys) addKey.run(key);
    },
    destroyKey(keyId: string): void {
      addTombstone.run(keyId);
      removeKey.run(keyId);
    },
    /** The reservation stored afterwards: the caller's or another's. */
    reserve(scope: string, hash: Uint8Array, id: string, now: number): ReservationRow {
      const row = reserve.get({ scope, hash, id, now });
      if (!row) throw new Error('An upsert of a reservation returned no row.');
      return row;
    },
    takeOverReservation: (
      scope: string,
      hash: Uint8Array,
      from: Pick<ReservationRow, 'id' | 'since'>,
      to: { readonly id: string; readonly now: number },
    ): ReservationRow | null =>
      takeOverReservation.get({ scope, hash, from: from.id, since: from.since, ...to }) ?? null,
    completeReservation: (scope: string, hash: Uint8Array, id: string): boolean =>
      completeReservation.run(scope, hash, id).changes === 1,
    releaseReservation(scope: string, hash: Uint8Array, id: string): void {
      releaseReservation.run(scope, hash, id);
    },
    releaseReservationsOf(id: string): void {
      releaseReservationsOf.run(id);
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

/** A write sent to the thread. */
export interface WriteRequest<Name extends WriteName = WriteName> {
  readonly write: Name;
  readonly with: Parameters<VaultWrites[Name]>;
}
export type WriteOutcome = { readonly done: ReturnType<VaultWrites[WriteName]> } | { readonly fault: string };
