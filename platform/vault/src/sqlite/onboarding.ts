import { emailKey } from '@dayline/contracts/fields/email-address';
import type { Clock } from '@dayline/runtime/clock';
import type Database from 'better-sqlite3';
import type {
  AttemptKey,
  AttemptStore,
  OutboxJob,
  OutboxStore,
  TokenCredential,
  TokenStore,
} from '../onboarding-port.ts';
import type { Account } from '../port.ts';
import { sealId, type VaultSecrets } from '../secrets.ts';
import { type AttemptRowKey, attemptReads } from './tables/attempts.ts';
import { type OutboxRow, outboxReads } from './tables/outbox.ts';
import { tokenReads } from './tables/tokens.ts';
import type { Writer } from './writer.ts';

export interface OnboardingParts {
  readonly db: Database.Database;
  readonly writer: Writer;
  readonly secrets: VaultSecrets;
  readonly clock: Clock;
  accountById(accountId: string): Account | null;
}

/** Tokens, counters of attempts and waiting email, hashed or encrypted before they are written. */
export function sqliteOnboarding({ db, writer, secrets, clock, accountById }: OnboardingParts): {
  readonly tokens: TokenStore;
  readonly attempts: AttemptStore;
  readonly outbox: OutboxStore;
} {
  const reads = { ...tokenReads(db), ...attemptReads(db), ...outboxReads(db) };
  const hashed = <Shown extends { readonly token: string }>({ token, ...rest }: Shown) => ({
    ...rest,
    hash: secrets.hashOf('oneTimeToken', token),
  });
  const rowKey = ({ scope, value, policy }: AttemptKey): AttemptRowKey => ({
    scope,
    hash: secrets.hashOf(`attempt:${scope}`, value),
    policy,
  });
  const jobOf = ({ sealed, ...row }: OutboxRow): OutboxJob => ({
    ...row,
    payload: secrets.unwrap(sealId(row.id), Buffer.from(sealed)).toString('utf8'),
  });

  return {
    tokens: {
      issue: (token) => writer.write('issueToken', hashed(token)),
      async find(credential: TokenCredential) {
        const accountId = reads.ownerOfToken(hashed(credential));
        return accountId === undefined ? null : accountById(accountId);
      },
      use: (credential) => writer.write('useToken', hashed(credential)),
      exchange: (credential, next) => writer.write('exchangeToken', hashed(credential), hashed(next)),
      setPassword: (credential, passwordHash) => writer.write('setPasswordByToken', hashed(credential), passwordHash),
      setEmail: (credential, email) => writer.write('setEmailByToken', hashed(credential), emailKey(email)),
    },
    attempts: {
      blockedUntil: async (keys, now) => reads.attemptsBlockedUntil(keys.map(rowKey), now),
      take: (keys, now) => writer.write('takeAttempt', keys.map(rowKey), now),
      level: async (key, now) => reads.attemptLevel(rowKey(key), now),
      forget: (keys) => writer.write('forgetAttempts', keys.map(rowKey)),
      prune: (now) => writer.write('pruneAttempts', now),
    },
    outbox: {
      add: ({ payload, keep, ...job }) =>
        writer.write('addToOutbox', { ...job, sealed: secrets.wrap(sealId(job.id), Buffer.from(payload)) }, keep),
      async claim(leaseMs) {
        const now = clock.now();
        // Polled often and mostly empty: a read saves the writer's work.
        const row = reads.isOutboxDue(now) ? await writer.write('claimOutbox', now, leaseMs) : null;
        return row ? jobOf(row) : null;
      },
      done: (id) => writer.write('finishOutbox', id),
      retryIn: (id, waitMs) => writer.write('retryOutbox', id, clock.now() + waitMs),
      inTrouble: async () => reads.outboxInTrouble(),
      forget: (id) => writer.write('forgetKept', id),
      kept: async (limit) => reads.keptOutbox(limit).map(jobOf),
    },
  };
}
