import type Database from 'better-sqlite3';
import type { SessionEnds, SessionTimes } from '../../port.ts';

/** Number of newest ends kept. A reader that missed more checks all its sessions, in batches. */
const endsKept = 10_000;

/** An epoch that no account has. */
export const endedEpoch = -1;

/** Condition on an account: it may sign in without its client's sign-in provider. */
export const needsNoProvider = `NOT EXISTS (
  SELECT 1 FROM singleSignOnPolicy AS policy WHERE policy.clientId = account.clientId
    AND NOT EXISTS (SELECT 1 FROM json_each(policy.localAdministrators) WHERE value = account.accountId))`;

/** Sessions that began by a sign-in provider; proofs after the sign-in; and ends of sessions, numbered in commit order, so that readers query only new ones. */
export const sessionTables = `
  CREATE TABLE IF NOT EXISTS providerSession (
    tokenHash TEXT PRIMARY KEY REFERENCES session ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sessionProof (
    tokenHash TEXT PRIMARY KEY REFERENCES session ON DELETE CASCADE,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS endedSession (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    tokenHash TEXT NOT NULL
  ) STRICT;
`;

/** An end and its number are written in one transaction. */
export function sessionWrites(db: Database.Database) {
  const remove = db.prepare<[string], string>('DELETE FROM session WHERE tokenHash = ? RETURNING tokenHash').pluck();
  const removeOf = db
    .prepare<[string, string | null], string>(
      'DELETE FROM session WHERE accountId = ? AND tokenHash IS NOT ? RETURNING tokenHash',
    )
    .pluck();
  const removeLocal = db
    .prepare<[string], string>(`
      DELETE FROM session WHERE tokenHash NOT IN (SELECT tokenHash FROM providerSession)
        AND accountId IN (SELECT accountId FROM account WHERE clientId = ? AND NOT ${needsNoProvider})
      RETURNING tokenHash`)
    .pluck();
  const raiseEpoch = db.prepare('UPDATE account SET sessionEpoch = sessionEpoch + 1 WHERE accountId = ?');
  const keepSession = db.prepare('UPDATE session SET epoch = epoch + 1 WHERE accountId = ? AND tokenHash = ?');
  const keep = db.prepare('INSERT INTO endedSession (tokenHash) VALUES (?)');
  const forget = db.prepare('DELETE FROM endedSession WHERE number <= ?');
  function record(tokenHashes: readonly string[]): void {
    let last = 0;
    for (const tokenHash of tokenHashes) last = Number(keep.run(tokenHash).lastInsertRowid);
    forget.run(last - endsKept);
  }
  const prove = db.prepare(`
    INSERT OR REPLACE INTO sessionProof (tokenHash, at) SELECT tokenHash, :now FROM session WHERE tokenHash = :tokenHash`);
  const endSessionsOf = (accountId: string, except: string | null = null): void =>
    record(removeOf.all(accountId, except));
  return {
    proveSession: (tokenHash: string, now: number): void => void prove.run({ tokenHash, now }),
    endSession: (tokenHash: string): void => record(remove.all(tokenHash)),
    /** All, or all but one. */
    endSessionsOf,
    /** Those of a client that its present policy doesn't allow. */
    endLocalSessions: (clientId: string): void => record(removeLocal.all(clientId)),
    /** All, or all but one, and those that are being opened. */
    endSessionsByEpoch(accountId: string, except: string | null): void {
      raiseEpoch.run(accountId);
      endSessionsOf(accountId, except);
      keepSession.run(accountId, except);
    },
  };
}

export type SessionWrites = ReturnType<typeof sessionWrites>;

/** The columns of a session's times, where its account is joined. */
export const sessionTimeColumns = `tokenHash, openedAt, lastSeenAt,
  (SELECT minutes FROM sessionIdle WHERE sessionIdle.clientId = account.clientId) AS idleMinutes`;

export function sessionReads(db: Database.Database) {
  const last = db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'endedSession'`).pluck();
  const after = db.prepare<[number], { number: number; tokenHash: string }>(
    'SELECT number, tokenHash FROM endedSession WHERE number > ? ORDER BY number',
  );
  const inForce = db.prepare<[string], SessionTimes>(`
    SELECT ${sessionTimeColumns} FROM json_each(?)
    JOIN session ON tokenHash = value JOIN account USING (accountId)
    WHERE epoch = sessionEpoch AND closed = 0`);
  const provedAt = db
    .prepare<[string], number>(`
      SELECT coalesce(at, openedAt) FROM session
      JOIN account USING (accountId) LEFT JOIN sessionProof USING (tokenHash)
      WHERE tokenHash = ? AND epoch = sessionEpoch AND closed = 0`)
    .pluck();
  return {
    provedAt: (tokenHash: string): number | null => provedAt.get(tokenHash) ?? null,
    endedSince(cursor: string | null): SessionEnds {
      if (cursor === null) return { tokenHashes: [], accountIds: [], cursor: String(last.get() ?? 0) };
      const ends = after.all(Number(cursor));
      return {
        tokenHashes: ends.map(({ tokenHash }) => tokenHash),
        accountIds: [],
        cursor: String(ends.at(-1)?.number ?? cursor),
      };
    },
    inForce: (tokenHashes: readonly string[]): SessionTimes[] => inForce.all(JSON.stringify(tokenHashes)),
  };
}
