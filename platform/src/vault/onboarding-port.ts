import type { Account } from './port.ts';

/** What a one-time token is for: it is good for nothing else. */
export const tokenPurposes = ['verification', 'password', 'reset'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** A token to hand out. It is kept as a keyed hash; the token itself is nowhere. */
export interface TokenToIssue {
  readonly accountId: string;
  readonly purpose: TokenPurpose;
  readonly token: string;
  /** ms since the epoch, UTC: from this instant on it is worth nothing. */
  readonly expiresAt: number;
}

/** A token that somebody shows, at an instant in ms UTC. */
export interface ShownToken {
  readonly purpose: TokenPurpose;
  readonly token: string;
  readonly now: number;
}

/**
 * One-time tokens. An account has at most one for each purpose, a part of its own document, so that using one is a
 * change of a single document: of many uses at once, one succeeds.
 */
export interface TokenStore {
  /** Voids the account's earlier one for the same purpose. False where there is no such account. */
  issue(token: TokenToIssue): Promise<boolean>;
  /** Whose it is, without using it up; null when unknown, used, void or expired. */
  find(shown: ShownToken): Promise<Account | null>;
  /** Uses one up and gives the same account another. False when it is not, or no longer, good. */
  exchange(shown: ShownToken, next: Omit<TokenToIssue, 'accountId'>): Promise<boolean>;
  /**
   * Uses one up for a new password: raises the epoch, ends all the account's sessions and voids its other tokens. False
   * when it is not, or no longer, good; the password is the old one then.
   */
  setPassword(shown: ShownToken, passwordHash: string): Promise<boolean>;
}

/** How attempts under one value add up. */
export interface AttemptPolicy {
  /** So many cost nothing. */
  readonly free: number;
  /** One attempt is forgotten each so many ms. */
  readonly drainMs: number;
  /** The delay after the first that isn't free, in ms; each further one doubles it. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

/** What attempts are counted by: a kind and, kept as a keyed hash, a value such as an address. */
export interface AttemptKey {
  readonly scope: string;
  readonly value: string;
  readonly policy: AttemptPolicy;
}

/** Counters of attempts, shared by all processes and kept through a restart; each key is a document of its own. */
export interface AttemptStore {
  /** When all the keys are free again: ms since the epoch, UTC; 0 where they are now. Counts nothing. */
  blockedUntil(keys: readonly AttemptKey[], now: number): Promise<number>;
  /** Counts an attempt under each key and answers 0; where one is blocked it counts none and says until when. */
  take(keys: readonly AttemptKey[], now: number): Promise<number>;
  /** How many attempts are remembered under a key. */
  level(key: AttemptKey, now: number): Promise<number>;
  forget(keys: readonly AttemptKey[]): Promise<void>;
  /** Removes the counters whose attempts are all forgotten by now. How many there were. */
  prune(now: number): Promise<number>;
}

/** Something to be mailed. Sealed at rest: it holds addresses and words of people. */
export interface OutboxJob {
  readonly id: string;
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
  /** ms since the epoch, UTC. */
  readonly addedAt: number;
  /** How often it was tried and failed. */
  readonly tries: number;
}

/** What waits to be mailed: durable from the moment that it was added, and worked on by one process at a time. */
export interface OutboxStore {
  /** `keep`: it stays to be read after it was sent. The same id again, as of a call that is repeated, adds nothing. */
  add(job: Omit<OutboxJob, 'tries'> & { readonly keep: boolean }): Promise<void>;
  /** The job that has been due longest, for `leaseMs` nobody else's; null when none is due. */
  claim(now: number, leaseMs: number): Promise<OutboxJob | null>;
  done(id: string): Promise<void>;
  /** It failed: not before `at` again. */
  retryAt(id: string, at: number): Promise<void>;
  /** How many wait although they were tried: for readiness. */
  inTrouble(): Promise<number>;
  /** Those that were to be kept, newest first. */
  kept(limit: number): Promise<readonly OutboxJob[]>;
  /** Forgets one that was to be kept, also where it still waits to be mailed. False where there is none. */
  forget(id: string): Promise<boolean>;
}
