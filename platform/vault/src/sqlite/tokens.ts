import type Database from 'better-sqlite3';
import type { TokenPurpose } from '../onboarding-port.ts';

export interface TokenRow {
  readonly accountId: string;
  readonly purpose: TokenPurpose;
  readonly hash: Uint8Array;
  readonly expiresAt: number;
}

export interface ShownRow {
  readonly purpose: TokenPurpose;
  readonly hash: Uint8Array;
  readonly now: number;
}

/** One row per account and purpose; a new token replaces the old. */
export const tokenTables = `
  CREATE TABLE IF NOT EXISTS oneTimeToken (
    accountId TEXT NOT NULL REFERENCES account,
    purpose TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    expiresAt INTEGER NOT NULL,
    PRIMARY KEY (accountId, purpose)
  ) STRICT, WITHOUT ROWID;
`;

export function tokenWrites(db: Database.Database, endSessionsOf: (accountId: string) => void) {
  const put = db.prepare(`
    INSERT OR REPLACE INTO oneTimeToken (accountId, purpose, hash, expiresAt)
    SELECT accountId, :purpose, :hash, :expiresAt FROM account WHERE accountId = :accountId`);
  const use = db
    .prepare<ShownRow, string>(
      'DELETE FROM oneTimeToken WHERE hash = :hash AND purpose = :purpose AND expiresAt > :now RETURNING accountId',
    )
    .pluck();
  const setPassword = db.prepare(
    'UPDATE account SET passwordHash = ?, sessionEpoch = sessionEpoch + 1 WHERE accountId = ?',
  );
  const voidTokensOf = db.prepare('DELETE FROM oneTimeToken WHERE accountId = ?');
  return {
    issueToken: (token: TokenRow): boolean => put.run(token).changes === 1,
    exchangeToken(shown: ShownRow, next: Omit<TokenRow, 'accountId'>): boolean {
      const accountId = use.get(shown);
      return accountId !== undefined && put.run({ ...next, accountId }).changes === 1;
    },
    setPasswordByToken(shown: ShownRow, passwordHash: string): boolean {
      const accountId = use.get(shown);
      if (accountId === undefined) return false;
      setPassword.run(passwordHash, accountId);
      endSessionsOf(accountId);
      voidTokensOf.run(accountId);
      return true;
    },
  };
}

export function tokenReads(db: Database.Database) {
  const owner = db
    .prepare<ShownRow, string>(
      'SELECT accountId FROM oneTimeToken WHERE hash = :hash AND purpose = :purpose AND expiresAt > :now',
    )
    .pluck();
  return { ownerOfToken: (shown: ShownRow): string | undefined => owner.get(shown) };
}
