import type Database from 'better-sqlite3';
import type { AttemptPolicy } from '../../onboarding-port.ts';

export interface AttemptRowKey {
  readonly scope: string;
  readonly hash: Uint8Array;
  readonly policy: AttemptPolicy;
}

interface AttemptRow {
  /** Number of attempts remembered at `at`; it drains from there. */
  readonly level: number;
  readonly at: number;
  readonly blockedUntil: number;
}

export const attemptTables = `
  CREATE TABLE IF NOT EXISTS attempt (
    scope TEXT NOT NULL,
    hash BLOB NOT NULL,
    level REAL NOT NULL,
    at INTEGER NOT NULL,
    blockedUntil INTEGER NOT NULL,
    -- From then on nothing is remembered, and the row may go.
    endsAt INTEGER NOT NULL,
    PRIMARY KEY (scope, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS attemptByEnd ON attempt (endsAt);
`;

export function attemptWrites(db: Database.Database) {
  const reads = attemptReads(db);
  const put = db.prepare(
    'INSERT OR REPLACE INTO attempt (scope, hash, level, at, blockedUntil, endsAt) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const forget = db.prepare('DELETE FROM attempt WHERE scope = ? AND hash = ?');
  const prune = db.prepare('DELETE FROM attempt WHERE endsAt <= ?');
  return {
    takeAttempt(keys: readonly AttemptRowKey[], now: number): number {
      const blockedUntil = reads.attemptsBlockedUntil(keys, now);
      if (blockedUntil > 0) return blockedUntil;
      for (const key of keys) {
        const level = reads.attemptLevel(key, now) + 1;
        const delay = delayOf(level, key.policy);
        // Not `now` if there is no delay: another process that read its clock a moment earlier would be refused.
        const blockedUntil = delay === 0 ? 0 : now + delay;
        const drainedAt = now + Math.ceil(level * key.policy.drainMs);
        put.run(key.scope, key.hash, level, now, blockedUntil, Math.max(blockedUntil, drainedAt));
      }
      return 0;
    },
    forgetAttempts(keys: readonly AttemptRowKey[]): void {
      for (const { scope, hash } of keys) forget.run(scope, hash);
    },
    pruneAttempts: (now: number): number => prune.run(now).changes,
  };
}

export function attemptReads(db: Database.Database) {
  const find = db.prepare<[string, Uint8Array], AttemptRow>(
    'SELECT level, at, blockedUntil FROM attempt WHERE scope = ? AND hash = ?',
  );
  return {
    attemptLevel({ scope, hash, policy }: AttemptRowKey, now: number): number {
      const row = find.get(scope, hash);
      return row ? Math.max(0, row.level - Math.max(0, now - row.at) / policy.drainMs) : 0;
    },
    attemptsBlockedUntil(keys: readonly AttemptRowKey[], now: number): number {
      const ends = keys.map(({ scope, hash }) => find.get(scope, hash)?.blockedUntil ?? 0);
      const last = Math.max(0, ...ends);
      return last > now ? last : 0;
    },
  };
}

/** 0 for free attempts, then doubling. */
function delayOf(level: number, { free, firstDelayMs, maxDelayMs }: AttemptPolicy): number {
  const excess = Math.ceil(level - free);
  return excess <= 0 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(excess - 1, 40));
}
