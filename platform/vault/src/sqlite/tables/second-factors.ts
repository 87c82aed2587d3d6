import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SessionWrites } from './sessions.ts';

const idsSchema = z.array(z.string());

export interface SecondFactorRow {
  readonly sealed: Uint8Array;
  readonly revision: number;
}

export const secondFactorTables = `
  CREATE TABLE IF NOT EXISTS secondFactor (
    accountId TEXT PRIMARY KEY REFERENCES account,
    revision INTEGER NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS secondFactorPolicy (
    clientId TEXT PRIMARY KEY,
    policy TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS singleSignOnPolicy (
    clientId TEXT PRIMARY KEY,
    localAdministrators TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sessionIdle (
    clientId TEXT PRIMARY KEY,
    minutes INTEGER
  ) STRICT, WITHOUT ROWID;
`;

export function secondFactorWrites(
  db: Database.Database,
  { endSessionsByEpoch, endLocalSessions }: Pick<SessionWrites, 'endSessionsByEpoch' | 'endLocalSessions'>,
) {
  const add = db.prepare(`
    INSERT INTO secondFactor (accountId, revision, sealed)
    SELECT accountId, 1, :sealed FROM account WHERE accountId = :accountId AND closed = 0
    ON CONFLICT DO NOTHING`);
  const replace = db.prepare(`
    UPDATE secondFactor SET revision = revision + 1, sealed = :sealed
    WHERE accountId = :accountId AND revision = :revision
      AND EXISTS (SELECT 1 FROM account WHERE accountId = :accountId AND closed = 0)`);
  const setIdle = db.prepare('INSERT OR REPLACE INTO sessionIdle (clientId, minutes) VALUES (?, ?)');
  const reportSessions = db.prepare(`
    INSERT INTO endedSession (tokenHash) SELECT tokenHash FROM session JOIN account USING (accountId) WHERE clientId = ?`);
  const setPolicy = db.prepare('INSERT OR REPLACE INTO secondFactorPolicy (clientId, policy) VALUES (?, ?)');
  const setLocal = db.prepare(
    'INSERT OR REPLACE INTO singleSignOnPolicy (clientId, localAdministrators) VALUES (?, ?)',
  );
  const allowAll = db.prepare('DELETE FROM singleSignOnPolicy WHERE clientId = ?');
  return {
    setLocalAdministrators(clientId: string, accountIds: readonly string[] | null): void {
      if (accountIds === null) allowAll.run(clientId);
      else setLocal.run(clientId, JSON.stringify(accountIds));
      endLocalSessions(clientId);
    },
    setSessionIdle(clientId: string, minutes: number | null): void {
      setIdle.run(clientId, minutes);
      reportSessions.run(clientId);
    },
    setSecondFactorPolicy: (clientId: string, policy: string): void => void setPolicy.run(clientId, policy),
    writeSecondFactors(
      accountId: string,
      row: SecondFactorRow,
      ends: { readonly except: string | null } | undefined,
    ): boolean {
      const { changes } =
        row.revision === 0 ? add.run({ accountId, sealed: row.sealed }) : replace.run({ accountId, ...row });
      if (changes === 0) return false;
      if (ends) endSessionsByEpoch(accountId, ends.except);
      return true;
    },
  };
}

export function secondFactorReads(db: Database.Database) {
  const read = db.prepare<[string], SecondFactorRow>('SELECT sealed, revision FROM secondFactor WHERE accountId = ?');
  const policy = db.prepare<[string], string>('SELECT policy FROM secondFactorPolicy WHERE clientId = ?').pluck();
  const idle = db.prepare<[string], number | null>('SELECT minutes FROM sessionIdle WHERE clientId = ?').pluck();
  const local = db
    .prepare<[string], string>('SELECT localAdministrators FROM singleSignOnPolicy WHERE clientId = ?')
    .pluck();
  return {
    localAdministrators(clientId: string): readonly string[] | null {
      const found = local.get(clientId);
      return found === undefined ? null : idsSchema.parse(JSON.parse(found));
    },
    sessionIdle: (clientId: string): number | null => idle.get(clientId) ?? null,
    secondFactorPolicy: (clientId: string): string | undefined => policy.get(clientId),
    secondFactors: (accountId: string): SecondFactorRow | undefined => read.get(accountId),
  };
}
