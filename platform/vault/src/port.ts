import type { Language } from '@dayline/contracts/fields/language';
import type { Position } from '@dayline/contracts/ids';
import type { KeyRing } from '@dayline/runtime/key-ring';
import type { Account } from './account.ts';
import type { CommandKeyStore } from './command-key-port.ts';
import type { DeliveryStore } from './deliveries-port.ts';
import type { CursorName } from './durable-followers.ts';
import type { KeyUseStore } from './key-use-port.ts';
import type { AttemptStore, OutboxStore, TokenStore } from './onboarding-port.ts';
import type { SecondFactorStore } from './second-factors.ts';
import type { TrailStore } from './trail-port.ts';

export { VaultUnavailable } from '@dayline/runtime/unavailable';
export type { Account } from './account.ts';
export type { KeyUseOfDay, KeyUseStore } from './key-use-port.ts';

export interface SessionTimes {
  /** HMAC-SHA-256 of the token, which itself is not stored. */
  readonly tokenHash: string;
  /** ms since the epoch, UTC. */
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** How long it may stay unused at its account's client; null: as the installation has it. */
  readonly idleMinutes: number | null;
}

/** Where a session began: what its browser said about itself, and the address. Null if not known. */
export interface SessionDevice {
  readonly browser: string | null;
  readonly system: string | null;
  readonly address: string | null;
}

/** How a session begins. */
export interface SessionBeginning extends SessionDevice {
  /** By the client's sign-in provider; absent: otherwise. */
  readonly isByProvider?: boolean | undefined;
}

/** A session as its owner sees it. */
export interface OwnSession extends SessionTimes, SessionDevice {}

/** A new password, in place of the one with this hash. */
export interface PasswordChange {
  readonly from: string;
  readonly to: string;
  /** The hash of the session that stays valid. */
  readonly keep: string;
}

export interface StoredSession extends SessionTimes {
  readonly account: Account;
}

/** Sessions that may have ended: these, and those of these accounts. */
export interface SessionEnds {
  readonly tokenHashes: readonly string[];
  readonly accountIds: readonly string[];
  /** Pass it to the next call. */
  readonly cursor: string;
}

export interface Reservation {
  readonly id: string;
  /** Whether the requesting id holds it, by this call or an earlier try; otherwise another id does. */
  readonly isMine: boolean;
  /** When it was created or last renewed, in ms since the epoch, UTC, by the store's clock. */
  readonly since: number;
  /** Time since then by the same clock, in ms: processes' clocks differ. */
  readonly ageMs: number;
  /** Whether the stream that it was made for exists. */
  readonly completed: boolean;
}

/** An erased person whose data may still be in some file. */
export interface PendingErasure {
  /** The person's stream, which is also the key's name. */
  readonly stream: string;
  /** Position of the erasing event. */
  readonly position: Position;
  /** When the event was recorded, in ms since the epoch, UTC. */
  readonly since: number;
}

/** The state before a vault is opened: missing, without seen events, or with seen events. */
export type VaultContent = 'missing' | 'new' | 'content';

/** The last event that a follower of the log handled or passed. */
export interface FollowerPlace {
  readonly position: Position;
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
}
export type AddressOwner = Pick<Account, 'accountId' | 'pocId' | 'clientId'> & { readonly isClosed: boolean };

export type ListedAccount = Omit<Account, 'passwordHash'> & { readonly isClosed: boolean };

/** An account as an administrator of its client sees it. Times in ms since the epoch, UTC. */
export interface AccountOfClient extends Omit<ListedAccount, 'sessionEpoch' | 'language'> {
  readonly hasPassword: boolean;
  /** Null before the first sign-in, and for one by a build that didn't record it. */
  readonly lastSignInAt: number | null;
  /** When its invitation's link expires or expired; null if it has none. */
  readonly invitedUntil: number | null;
}

/** Every write resolves once durable. @throws VaultUnavailable */
export interface Vault {
  readonly accounts: {
    /** False if the address or the id is taken. Its language is chosen later. */
    add(account: Omit<Account, 'language'>): Promise<boolean>;
    /** Also null if it is closed. */
    byEmail(email: string): Promise<Account | null>;
    /** Also null if it is closed. */
    byId(accountId: string): Promise<Account | null>;
    /** With its password's hash, even if it is closed: its owner may learn that it is. */
    evenClosed(email: string): Promise<{ readonly account: Account; readonly isClosed: boolean } | null>;
    /** The account with an address, including closed accounts. */
    ownerOf(email: string): Promise<AddressOwner | null>;
    /** All accounts, for checks; without password hashes. */
    all(): Promise<readonly ListedAccount[]>;
    ofClient(clientId: string): Promise<readonly AccountOfClient[]>;
    /** The distinct clients that have an account. */
    clientIds(): Promise<readonly string[]>;
    /** Also raises the session epoch, which ends every session of the account. */
    setPassword(accountId: string, passwordHash: string): Promise<void>;
    /**
     * The owner's own change: also ends every session but one, and voids the account's tokens. False, changing nothing,
     * if the account's password is another one by now.
     */
    changePassword(accountId: string, change: PasswordChange): Promise<boolean>;
    /**
     * Keeps the epoch: the same password hashed with stronger parameters. Without effect if the epoch is another by now,
     * since the password may be too.
     */
    rehash(account: Pick<Account, 'accountId' | 'sessionEpoch'>, passwordHash: string): Promise<void>;
    setLanguage(accountId: string, language: Language): Promise<void>;
    setName(accountId: string, name: string): Promise<void>;
    /**
     * Keeps no instant of sign-ins in an erased month (YYYY-MM, UTC): sets last sign-ins of a client's accounts to the
     * month's start, and drops links to sign in that were sent until then and not used.
     */
    forgetSignIns(clientId: string, month: string): Promise<void>;
    /** Ends its sessions and voids its tokens; its password opens nothing any more, and is dropped by `reopen`. */
    close(accountId: string): Promise<void>;
    /** It has no password yet. No effect on an open account. */
    reopen(accountId: string): Promise<void>;
  };
  readonly sessions: {
    /**
     * A session of the epoch that the sign-in was decided at: if it was raised since, or the client requires its sign-in
     * provider, the session starts out ended. Also records when the account last signed in.
     */
    open(
      tokenHash: string,
      account: Pick<Account, 'accountId' | 'sessionEpoch'>,
      now: number,
      beginning?: SessionBeginning,
    ): Promise<void>;
    /** Null if unknown, ended or of an earlier epoch. The caller checks time limits. */
    find(tokenHash: string): Promise<StoredSession | null>;
    touch(tokenHash: string, now: number): Promise<void>;
    /** Records that its owner gave the password or a second factor. No effect on an ended session. */
    prove(tokenHash: string, now: number): Promise<void>;
    /** When its owner last did, at first by signing in (ms since the epoch, UTC); null once it has ended. */
    provedAt(tokenHash: string): Promise<number | null>;
    end(tokenHash: string): Promise<void>;
    /** Ends every session of the account but one, also those that are being opened. */
    endOthers(accountId: string, keep: string): Promise<void>;
    /** Those in force, the newest first. The caller checks time limits. */
    ofAccount(accountId: string): Promise<readonly OwnSession[]>;
    /**
     * Sessions ended after a cursor by `end` or a new password, in any process: every one, possibly repeated, and
     * possibly some that are valid. Null returns an initial cursor. One indexed query, independent of the number of
     * sessions.
     */
    endedSince(cursor: string | null): Promise<SessionEnds>;
    /** The rows that `find` would return, in one query. */
    inForce(tokenHashes: readonly string[]): Promise<readonly SessionTimes[]>;
    /**
     * Deletes sessions opened before an instant (ms UTC), used or not, without reporting them as ended. Returns how
     * many.
     */
    prune(openedBefore: number): Promise<number>;
  };
  /**
   * Wrapped by MASTER_KEY at rest. A destroyed key leaves a tombstone: its id is never reused, and `ensure` throws
   * KeyDestroyed. A created key is durable when `ensure` resolves.
   */
  readonly keys: KeyRing & { destroy(keyId: string): Promise<void> };
  /** Unique values, stored as keyed hashes: a patient's phone and name per client, an external id, a doctor's email. */
  readonly reservations: {
    /**
     * Reserves a free `value` in `scope` for `id`, renews an uncompleted reservation of `id`, or returns the current
     * holder.
     */
    reserve(scope: string, value: string, id: string): Promise<Reservation>;
    /**
     * Transfers an uncompleted reservation to `id`. Null if it was completed, renewed, released or transferred since.
     */
    takeOver(
      scope: string,
      value: string,
      from: Pick<Reservation, 'id' | 'since'>,
      id: string,
    ): Promise<Reservation | null>;
    /** False, changing nothing, if `id` doesn't hold it. */
    complete(scope: string, value: string, id: string): Promise<boolean>;
    find(scope: string, value: string): Promise<Reservation | null>;
    /** Frees an uncompleted reservation of `id`. Completed ones and those of others stay. */
    release(scope: string, value: string, id: string): Promise<void>;
    /** Frees the other completed values that are held in `scope` for this id. */
    releaseOthersOf(id: string, scope: string, keep: string): Promise<void>;
    /** Frees every value held for this id; values that others have taken since stay theirs. */
    releaseAllOf(id: string): Promise<void>;
    /** Frees the uncompleted reservations of a scope that are older than this; returns how many. */
    prune(scope: string, olderThanMs: number): Promise<number>;
  };
  /** Pending erasures, so that each is finished after a crash. */
  readonly erasures: {
    /** If the stream is already pending, keeps `since` and updates the position. */
    begin(erasure: PendingErasure): Promise<void>;
    /** Oldest first. */
    pending(): Promise<readonly PendingErasure[]>;
    /**
     * Overwrites deleted data in the vault's files, for keys destroyed before the call. False if a reader prevents it:
     * retry later. Writes are not delayed.
     */
    scrub(): Promise<boolean>;
    finish(stream: string): Promise<void>;
  };
  /** Cursors of log followers that write no views. */
  readonly followers: {
    /** Null if it hasn't begun. */
    readonly read: (name: CursorName) => Promise<FollowerPlace | null>;
    /** Moves a cursor that is still at `from`; returns whether it was. */
    readonly advance: (name: CursorName, from: Position | null, to: FollowerPlace) => Promise<boolean>;
  };
  readonly secondFactors: SecondFactorStore;
  readonly tokens: TokenStore;
  readonly attempts: AttemptStore;
  readonly outbox: OutboxStore;
  readonly trail: TrailStore;
  readonly commandKeys: CommandKeyStore;
  readonly keyUses: KeyUseStore;
  readonly deliveries: DeliveryStore;
  close(): Promise<void>;
}
