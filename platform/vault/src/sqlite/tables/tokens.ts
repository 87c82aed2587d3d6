import type Database from 'better-sqlite3';
import { maxOpenTokens, type TokenPurpose } from '../../onboarding-port.ts';
import type { PasswordChange } from '../../port.ts';

export interface TokenRow {
  readonly accountId: string;
  readonly purpose: TokenPurpose;
  readonly hash: Uint8Array;
  readonly askedBy: string;
  readonly expiresAt: number;
}

export interface ShownRow {
  readonly purpose: TokenPurpose;
  readonly hash: Uint8Array;
  readonly now: number;
}

export const tokenTables = `
  CREATE TABLE IF NOT EXISTS openToken (
    accountId TEXT NOT NULL REFERENCES account,
    purpose TEXT NOT NULL,
    askedBy TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    expiresAt INTEGER NOT NULL,
    PRIMARY KEY (accountId, purpose, askedBy)
  ) STRICT, WITHOUT ROWID;
`;

/** Ends all sessions of an account; by a new epoch, all but one. */
interface SessionEnding {
  endSessionsOf(accountId: string): void;
  endSessionsByEpoch(accountId: string, except: string | null): void;
}

export function tokenWrites(db: Database.Database, { endSessionsOf, endSessionsByEpoch }: SessionEnding) {
  const put = db.prepare(`
    INSERT OR REPLACE INTO openToken (accountId, purpose, askedBy, hash, expiresAt)
    SELECT accountId, :purpose, :askedBy, :hash, :expiresAt FROM account WHERE accountId = :accountId AND closed = 0`);
  const dropExpired = db.prepare('DELETE FROM openToken WHERE accountId = ? AND expiresAt <= ?');
  const others = db
    .prepare<TokenRow, number>(
      'SELECT count(*) FROM openToken WHERE accountId = :accountId AND purpose = :purpose AND askedBy <> :askedBy',
    )
    .pluck();
  const owner = db.prepare<ShownRow, string>(ownerOf).pluck();
  const deleteTokensOf = db.prepare('DELETE FROM openToken WHERE accountId = ? AND purpose = ?');
  const setPassword = db.prepare(
    'UPDATE account SET passwordHash = ?, sessionEpoch = sessionEpoch + 1 WHERE accountId = ? AND closed = 0',
  );
  const replacePassword = db.prepare(
    'UPDATE account SET passwordHash = :to WHERE accountId = :accountId AND passwordHash = :from AND closed = 0',
  );
  const setEmail = db.prepare('UPDATE OR IGNORE account SET email = ? WHERE accountId = ? AND closed = 0');
  const close = db.prepare('UPDATE account SET closed = 1, sessionEpoch = sessionEpoch + 1 WHERE accountId = ?');
  const reopen = db.prepare(`
    UPDATE account SET closed = 0, passwordHash = NULL, sessionEpoch = sessionEpoch + 1
    WHERE accountId = ? AND closed = 1`);
  const voidTokens = db.prepare('DELETE FROM openToken WHERE accountId = ?');
  /** The account of a valid token; marks the token as used. */
  function use(credential: ShownRow): string | undefined {
    const accountId = owner.get(credential);
    if (accountId !== undefined) deleteTokensOf.run(accountId, credential.purpose);
    return accountId;
  }
  function setPasswordOf(accountId: string, passwordHash: string): void {
    setPassword.run(passwordHash, accountId);
    endSessionsOf(accountId);
    voidTokens.run(accountId);
  }
  return {
    issueToken({ now, ...token }: TokenRow & { readonly now: number }): boolean {
      dropExpired.run(token.accountId, now);
      return (others.get(token) ?? 0) < maxOpenTokens && put.run(token).changes === 1;
    },
    useToken: (credential: ShownRow): boolean => use(credential) !== undefined,
    exchangeToken(credential: ShownRow, next: Pick<TokenRow, 'purpose' | 'hash' | 'expiresAt'>): boolean {
      const accountId = use(credential);
      if (accountId === undefined) return false;
      deleteTokensOf.run(accountId, next.purpose);
      return put.run({ ...next, accountId, askedBy: '' }).changes === 1;
    },
    /** Ends every session and voids every token of the account. */
    setPassword: setPasswordOf,
    changePassword(accountId: string, { from, to, keep }: PasswordChange): boolean {
      if (replacePassword.run({ accountId, from, to }).changes === 0) return false;
      endSessionsByEpoch(accountId, keep);
      voidTokens.run(accountId);
      return true;
    },
    closeAccount(accountId: string): void {
      close.run(accountId);
      endSessionsOf(accountId);
      voidTokens.run(accountId);
    },
    reopenAccount: (accountId: string): void => void reopen.run(accountId),
    setEmailByToken(credential: ShownRow, email: string): boolean {
      const accountId = owner.get(credential);
      if (accountId === undefined || setEmail.run(email, accountId).changes === 0) return false;
      voidTokens.run(accountId);
      return true;
    },
    setPasswordByToken(credential: ShownRow, passwordHash: string): boolean {
      const accountId = use(credential);
      if (accountId === undefined) return false;
      setPasswordOf(accountId, passwordHash);
      return true;
    },
  };
}

const ownerOf = 'SELECT accountId FROM openToken WHERE hash = :hash AND purpose = :purpose AND expiresAt > :now';

export function tokenReads(db: Database.Database) {
  const owner = db.prepare<ShownRow, string>(ownerOf).pluck();
  return { ownerOfToken: (credential: ShownRow): string | undefined => owner.get(credential) };
}
