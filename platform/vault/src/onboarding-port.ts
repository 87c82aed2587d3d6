import type { Account } from './account.ts';

/** The purpose of a one-time token; it is valid for no other. */
export const tokenPurposes = ['verification', 'password', 'reset', 'signIn', 'invitation', 'email'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** A token to issue. Only its keyed hash is stored. */
export interface TokenToIssue {
  readonly accountId: string;
  readonly purpose: TokenPurpose;
  readonly token: string;
  /** The request that it was issued for: a token issued again for the same request replaces the earlier one. */
  readonly askedBy: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** ms since the epoch, UTC; invalid from this instant. */
  readonly expiresAt: number;
}

/** A presented token, at an instant in ms UTC. */
export interface TokenCredential {
  readonly purpose: TokenPurpose;
  readonly token: string;
  readonly now: number;
}

/** The number of valid tokens per account and purpose: further requests neither add nor void one. */
export const maxOpenTokens = 3;

/**
 * One-time tokens. Of concurrent uses, one succeeds. The first use voids the account's other tokens for the purpose, so
 * that another person's request can't void the one that the owner holds.
 */
export interface TokenStore {
  /** False if there is no such account, or it already has the maximum number of valid ones. */
  issue(token: TokenToIssue): Promise<boolean>;
  /** The token's account, without using it; null if unknown, used, voided or expired. */
  find(credential: TokenCredential): Promise<Account | null>;
  /** Uses one. False if it isn't valid. */
  use(credential: TokenCredential): Promise<boolean>;
  /** Uses one and issues another for the same account, the only one for its purpose. False if it isn't valid. */
  exchange(credential: TokenCredential, next: Pick<TokenToIssue, 'purpose' | 'token' | 'expiresAt'>): Promise<boolean>;
  /**
   * Uses one to set a password: raises the epoch, ends all sessions and voids the account's other tokens. False,
   * changing nothing, if it isn't valid.
   */
  setPassword(credential: TokenCredential, passwordHash: string): Promise<boolean>;
  /**
   * Uses one to set the account's address, and voids the account's other tokens, which were sent to the former one.
   * False, changing nothing, if it isn't valid or another account has the address.
   */
  setEmail(credential: TokenCredential, email: string): Promise<boolean>;
}

/** How attempts under one key add up. */
export interface AttemptPolicy {
  /** Number of attempts without delay. */
  readonly free: number;
  /** One attempt is forgotten per this many ms. */
  readonly drainMs: number;
  /** Delay after the first attempt beyond `free`, in ms; doubles with each further one. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** The key of a counter: a kind, and a value such as an address, stored as a keyed hash. */
export interface AttemptKey {
  readonly scope: string;
  readonly value: string;
  readonly policy: AttemptPolicy;
}

/** Counters of attempts, shared by all processes and persistent; one document per key. */
export interface AttemptStore {
  /** When all keys are free: ms since the epoch, UTC; 0 if they are now. Counts nothing. */
  blockedUntil(keys: readonly AttemptKey[], now: number): Promise<number>;
  /** Counts an attempt under each key and returns 0; if one is blocked, counts none and returns until when. */
  take(keys: readonly AttemptKey[], now: number): Promise<number>;
  /** How many attempts are remembered under a key. */
  level(key: AttemptKey, now: number): Promise<number>;
  forget(keys: readonly AttemptKey[]): Promise<void>;
  /** Removes drained counters; returns how many. */
  prune(now: number): Promise<number>;
}

/** An email to send. Encrypted at rest: it holds addresses and message texts. */
export interface OutboxJob {
  readonly id: string;
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
  /** ms since the epoch, UTC. */
  readonly addedAt: number;
  /** Number of failed tries. */
  readonly tries: number;
}

/** Waiting email: durable once added, sent by one process at a time. What is due is decided by the store's clock. */
export interface OutboxStore {
  /**
   * Due at once. `keep`: stays readable after it was sent. Adding an existing id, as a retried call does, has no effect.
   */
  add(job: Omit<OutboxJob, 'tries'> & { readonly keep: boolean }): Promise<void>;
  /** A new job, else the one that has been due longest, leased for `leaseMs`; null if none is due. */
  claim(leaseMs: number): Promise<OutboxJob | null>;
  done(id: string): Promise<void>;
  /** Postpones a failed job by `waitMs`. */
  retryIn(id: string, waitMs: number): Promise<void>;
  /** Number of waiting jobs that have failed, for readiness. */
  inTrouble(): Promise<number>;
  /** Kept jobs, newest first. */
  kept(limit: number): Promise<readonly OutboxJob[]>;
  /** Deletes a kept job, even if it is still waiting. False if there is none. */
  forget(id: string): Promise<boolean>;
}
