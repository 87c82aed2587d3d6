import type Database from 'better-sqlite3';
import type { Account } from '../port.ts';
import { attemptWrites } from './attempts.ts';
import { outboxWrites } from './outbox.ts';
import { tokenWrites } from './tokens.ts';

/** How long a reservation without its stream is kept for whoever made it, in ms. */
const takeOverAfter = 60_000;

export interface ReservationRow {
  readonly id: string;
  readonly since: number;
  readonly completed: number;
}

export interface WrappedKey {
  readonly keyId: string;
  readonly wrapped: Uint8Array;
}

/** Everything that changes the vault, each a part of the transaction that it is run in. */
export function vaultWrites(db: Database.Database) {
  const addAccount = db.prepare(`
    INSERT INTO account (accountId, email, role, name, clientId, pocId, passwordHash, sessionEpoch)
    VALUES (:accountId, :email, :role, :name, :clientId, :pocId, :passwordHash, :sessionEpoch)
    ON CONFLICT DO NOTHING`);
  const setPassword = db.prepare(
    'UPDATE account SET passwordHash = ?, sessionEpoch = sessionEpoch + 1 WHERE accountId = ?',
  );
  const rehash = db.prepare('UPDATE account SET passwordHash = ? WHERE accountId = ?');
  const endSessionsOf = db.prepare('DELETE FROM session WHERE accountId = ?');
  const openSession = db.prepare(`
    INSERT INTO session (tokenHash, accountId, epoch, openedAt, lastSeenAt)
    SELECT :tokenHash, accountId, sessionEpoch, :now, :now FROM account WHERE accountId = :accountId`);
  const touchSession = db.prepare('UPDATE session SET lastSeenAt = max(lastSeenAt, ?) WHERE tokenHash = ?');
  const endSession = db.prepare('DELETE FROM session WHERE tokenHash = ?');
  const pruneSessions = db.prepare('DELETE FROM session WHERE openedAt < ?');
  const addKey = db.prepare(`
    INSERT INTO personalKey (keyId, wrapped) SELECT :keyId, :wrapped
    WHERE NOT EXISTS (SELECT 1 FROM destroyedKey WHERE keyId = :keyId)
    ON CONFLICT DO NOTHING`);
  const removeKey = db.prepare('DELETE FROM personalKey WHERE keyId = ?');
  const addTombstone = db.prepare('INSERT INTO destroyedKey (keyId) VALUES (?) ON CONFLICT DO NOTHING');
  const findReservation = db.prepare<[string, Uint8Array], ReservationRow>(
    'SELECT id, since, completed FROM reservation WHERE scope = ? AND hash = ?',
  );
  const putReservation = db.prepare('INSERT OR REPLACE INTO reservation VALUES (?, ?, ?, ?, 0)');
  const completeReservation = db.prepare('UPDATE reservation SET completed = 1 WHERE scope = ? AND hash = ?');
  const releaseReservation = db.prepare('DELETE FROM reservation WHERE scope = ? AND hash = ?');
  const releaseReservationsOf = db.prepare('DELETE FROM reservation WHERE id = ?');
  const putSetting = db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');

  return {
    ...tokenWrites(db),
    ...attemptWrites(db),
    ...outboxWrites(db),
    addAccount: (account: Account): boolean => addAccount.run(account).changes === 1,
    setPassword(accountId: string, passwordHash: string): void {
      setPassword.run(passwordHash, accountId);
      endSessionsOf.run(accountId);
    },
    rehash(accountId: string, passwordHash: string): void {
      rehash.run(passwordHash, accountId);
    },
    /** False where there is no such account. */
    openSession: (tokenHash: string, accountId: string, now: number): boolean =>
      openSession.run({ tokenHash, accountId, now }).changes === 1,
    touchSession(tokenHash: string, now: number): void {
      touchSession.run(now, tokenHash);
    },
    endSession(tokenHash: string): void {
      endSession.run(tokenHash);
    },
    pruneSessions: (openedBefore: number): number => pruneSessions.run(openedBefore).changes,
    addKeys(keys: readonly WrappedKey[]): void {
      for (const key of keys) addKey.run(key);
    },
    destroyKey(keyId: string): void {
      addTombstone.run(keyId);
      removeKey.run(keyId);
    },
    /** The reservation that holds after the call: the caller's or somebody else's. */
    reserve(scope: string, hash: Uint8Array, id: string, now: number): ReservationRow {
      const held = findReservation.get(scope, hash);
      const isLapsed = held !== undefined && held.completed === 0 && held.id !== id && now - held.since > takeOverAfter;
      if (held && !isLapsed) return held;
      putReservation.run(scope, hash, id, now);
      return { id, since: now, completed: 0 };
    },
    completeReservation(scope: string, hash: Uint8Array): void {
      completeReservation.run(scope, hash);
    },
    releaseReservation(scope: string, hash: Uint8Array): void {
      releaseReservation.run(scope, hash);
    },
    releaseReservationsOf(id: string): void {
      releaseReservationsOf.run(id);
    },
    followerReached(name: string, position: string): void {
      putSetting.run(`follower:${name}`, position);
    },
  };
}

export type VaultWrites = ReturnType<typeof vaultWrites>;
export type WriteName = keyof VaultWrites;

/** One write on its way to the thread. */
export interface WriteRequest<Name extends WriteName = WriteName> {
  readonly write: Name;
  readonly with: Parameters<VaultWrites[Name]>;
}
export type WriteOutcome = { readonly done: ReturnType<VaultWrites[WriteName]> } | { readonly fault: string };

export type ToWriter = { readonly writes: readonly WriteRequest[] } | 'close';
export type FromWriter =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Answers in the order of asking. */
  | { readonly kind: 'answered'; readonly outcomes: readonly WriteOutcome[] }
  | { readonly kind: 'failed'; readonly count: number; readonly reason: string };
