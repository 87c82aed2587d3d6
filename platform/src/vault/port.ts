import type { Role } from '@dayline/contracts/endpoints/definition';
import type { Position } from '@dayline/contracts/ids';
import type { KeyRing } from '../sealed-log/key-ring.ts';
import type { AttemptStore, OutboxStore, TokenStore } from './onboarding-port.ts';

/** State that can't be derived from the log: accounts, sessions, personal keys, unique values, tokens, counters of attempts, mail that waits. */
export interface Account {
  readonly accountId: string;
  /** Lower case. */
  readonly email: string;
  readonly role: Role;
  readonly name: string;
  readonly clientId: string;
  /** The doctor's own POC, else null. */
  readonly pocId: string | null;
  /** argon2id, PHC string; null until the sign-up is completed. */
  readonly passwordHash: string | null;
  /** Raised by a password change; sessions of an earlier epoch are over. */
  readonly sessionEpoch: number;
}

export interface StoredSession {
  /** HMAC-SHA-256 of the token; the token itself is nowhere. */
  readonly tokenHash: string;
  readonly account: Account;
  /** ms since the epoch, UTC. */
  readonly openedAt: number;
  readonly lastSeenAt: number;
}

export interface Reservation {
  readonly id: string;
  /** Whether it is held for the id that asked, by this call or an earlier try of it; else somebody else got there first. */
  readonly isMine: boolean;
  /** When it was made, in ms since the epoch, UTC. */
  readonly since: number;
  /** Whether the stream that the reservation was made for has been begun. */
  readonly completed: boolean;
}

/** The vault is away or could not be written; nothing is known to have been kept. */
export class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable';
}

/** Every write resolves after it is durable. @throws VaultUnavailable */
export interface Vault {
  readonly accounts: {
    /** False where the address or the id is taken. */
    add(account: Account): Promise<boolean>;
    byEmail(email: string): Promise<Account | null>;
    byId(accountId: string): Promise<Account | null>;
    /** Raises the session epoch too, and so ends every session of the account. */
    setPassword(accountId: string, passwordHash: string): Promise<void>;
    /** Keeps the epoch: the same password under stronger parameters. */
    rehash(accountId: string, passwordHash: string): Promise<void>;
  };
  readonly sessions: {
    open(tokenHash: string, accountId: string, now: number): Promise<void>;
    /** Null when unknown, ended, or of an earlier epoch; limits of time are the caller's. */
    find(tokenHash: string): Promise<StoredSession | null>;
    touch(tokenHash: string, now: number): Promise<void>;
    end(tokenHash: string): Promise<void>;
    /** Forgets those opened before an instant, in ms UTC, used or not. How many there were. */
    prune(openedBefore: number): Promise<number>;
  };
  /**
   * Wrapped by MASTER_KEY at rest. A destroyed key leaves a tombstone: none is ever made again under its id, and
   * `ensure` throws KeyDestroyed. A made key is durable when `ensure` answers.
   */
  readonly keys: KeyRing & { destroy(keyId: string): Promise<void> };
  /** Unique values, kept as keyed hashes: a patient's phone per client, an external id, a doctor's e-mail. */
  readonly reservations: {
    /** Reserves `value` in `scope` for `id`, or says who has it. An uncompleted one older than a minute is taken over. */
    reserve(scope: string, value: string, id: string, now: number): Promise<Reservation>;
    complete(scope: string, value: string): Promise<void>;
    find(scope: string, value: string): Promise<Reservation | null>;
    release(scope: string, value: string): Promise<void>;
    /** Frees every value that is held for this id; a value that somebody else has taken since stays theirs. */
    releaseAllOf(id: string): Promise<void>;
  };
  /** How far followers of the log have come, for work whose results are no views. */
  readonly followers: {
    /** Null where a follower of this name never was. */
    position(name: string): Promise<Position | null>;
    reached(name: string, position: Position): Promise<void>;
  };
  readonly tokens: TokenStore;
  readonly attempts: AttemptStore;
  readonly outbox: OutboxStore;
  close(): Promise<void>;
}
