import type { Clock } from '@dayline/runtime/clock';
import type { AttemptKey, AttemptPolicy, AttemptStore } from '../onboarding-port.ts';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/**
 * What is counted, and the delays. Strict limits apply only to one account from one address, which affects nobody else.
 * Limits that others can use up (an account, a mailbox) delay by a minute at most.
 */
const policies = {
  /** A wrong password, for this account from this address. */
  signInFromHere: { free: 5, drainMs: 5 * minute, firstDelayMs: 2 * second, maxDelayMs: 15 * minute },
  /** A wrong password for this account from anywhere; skipped for an address that has signed in to it lately. */
  signInToAccount: { free: 20, drainMs: minute, firstDelayMs: second, maxDelayMs: 30 * second },
  /** Wrong passwords from this address for any account; skipped for accounts that have signed in from it lately. */
  signInFromAddress: { free: 60, drainMs: 5 * second, firstDelayMs: second, maxDelayMs: 5 * minute },
  /** Wrong passwords from anywhere for any accounts; skipped for addresses and browsers that have signed in lately. */
  signInByStrangers: { free: 600, drainMs: 2 * second, firstDelayMs: second, maxDelayMs: 5 * second },
  /** A wrong code of a second factor for an account, after its password was right; from anywhere. */
  secondFactor: { free: 5, drainMs: 5 * minute, firstDelayMs: 2 * second, maxDelayMs: 15 * minute },
  /** Not an attempt: records that an address has signed in to an account within a month. */
  signedInBefore: { free: 1, drainMs: 30 * day, firstDelayMs: 0, maxDelayMs: 0 },
  /** A wrong password for this account in a browser that has signed in to it lately. */
  signInFromDevice: { free: 5, drainMs: 5 * minute, firstDelayMs: 2 * second, maxDelayMs: 15 * minute },
  /** Not an attempt: records that a browser has signed in to an account within three months. */
  deviceKnown: { free: 1, drainMs: 90 * day, firstDelayMs: 0, maxDelayMs: 0 },
  /** Links requested: for this mailbox from this address, for this mailbox from anywhere, from this address. */
  linkFromHere: { free: 5, drainMs: 10 * minute, firstDelayMs: 30 * second, maxDelayMs: 30 * minute },
  linkToMailbox: { free: 10, drainMs: 5 * minute, firstDelayMs: 5 * second, maxDelayMs: minute },
  linkFromAddress: { free: 60, drainMs: 20 * second, firstDelayMs: second, maxDelayMs: 5 * minute },
  /** An invalid token. */
  tokenFromAddress: { free: 30, drainMs: 20 * second, firstDelayMs: second, maxDelayMs: 5 * minute },
  /** Uses of the right link of a visit: enough to page through free days, too few to watch them. */
  visitLink: { free: 60, drainMs: 10 * second, firstDelayMs: second, maxDelayMs: minute },
  /** Codes given to screens, and codes typed at a desk: one of 1,000,000, each valid for ten minutes. */
  pairingCodesToAddress: { free: 60, drainMs: 20 * second, firstDelayMs: second, maxDelayMs: 5 * minute },
  pairingCodeForDisplay: { free: 10, drainMs: minute, firstDelayMs: second, maxDelayMs: minute },
  pairingCodeByClient: { free: 20, drainMs: minute, firstDelayMs: second, maxDelayMs: minute },
  pairingCodeFromAddress: { free: 20, drainMs: minute, firstDelayMs: 30 * second, maxDelayMs: 15 * minute },
  contactFromAddress: { free: 5, drainMs: 2 * minute, firstDelayMs: 10 * second, maxDelayMs: 10 * minute },
  contactFromMailbox: { free: 10, drainMs: 5 * minute, firstDelayMs: 5 * second, maxDelayMs: minute },
  /** Phones looked up: enough for a day at a desk, too few to try a list of numbers. */
  phonesByAccount: { free: 240, drainMs: 500, firstDelayMs: second, maxDelayMs: minute },
  phonesFromAddress: { free: 1_200, drainMs: 100, firstDelayMs: second, maxDelayMs: minute },
  /** One phone looked up again and again by a partner's key. */
  phoneByKey: { free: 10, drainMs: minute, firstDelayMs: second, maxDelayMs: minute },
  /** Exports and checks of the log, which read a lot: enough for an auditor's day. */
  proofsByAccount: { free: 30, drainMs: minute, firstDelayMs: 5 * second, maxDelayMs: 5 * minute },
} as const satisfies Record<string, AttemptPolicy>;

export type AttemptScope = keyof typeof policies;

/** Counts attempts under several keys at once. Waits are in whole seconds, 0 for none. */
export interface Attempts {
  key(scope: AttemptScope, ...parts: readonly string[]): AttemptKey;
  /** The remaining wait, without counting. */
  wait(keys: readonly AttemptKey[]): Promise<number>;
  /** Counts an attempt under each key and returns 0; during a wait, counts none and returns it. */
  take(keys: readonly AttemptKey[]): Promise<number>;
  /** Attempts remembered under a key, with a fraction for the one draining. */
  level(key: AttemptKey): Promise<number>;
  forget(keys: readonly AttemptKey[]): Promise<void>;
}

export interface AttemptsOptions {
  readonly store: AttemptStore;
  readonly clock: Clock;
  /** `ATTEMPTS_FACTOR`. */
  readonly factor: number;
  /** Called when pruning failed. */
  readonly onFault: (error: unknown) => void;
}

const pruneEveryMs = 60 * minute;

export function openAttempts({ store, clock, factor, onFault }: AttemptsOptions): Attempts {
  let prunedAt = Number.NEGATIVE_INFINITY;
  const secondsUntil = (instant: number, now: number): number =>
    instant === 0 ? 0 : Math.max(1, Math.ceil((instant - now) / second));
  return {
    key(scope, ...parts) {
      const policy = policies[scope];
      return { scope, value: JSON.stringify(parts), policy: { ...policy, free: policy.free * factor } };
    },
    async wait(keys) {
      const now = clock.now();
      return secondsUntil(await store.blockedUntil(keys, now), now);
    },
    async take(keys) {
      const now = clock.now();
      if (now - prunedAt > pruneEveryMs) {
        prunedAt = now;
        store.prune(now).catch(onFault);
      }
      return secondsUntil(await store.take(keys, now), now);
    },
    level: (key) => store.level(key, clock.now()),
    forget: (keys) => store.forget(keys),
  };
}
