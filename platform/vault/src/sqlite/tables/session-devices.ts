import type Database from 'better-sqlite3';
import type { OwnSession, SessionDevice } from '../../port.ts';
import { sessionTimeColumns } from './sessions.ts';

/** Beside the sessions, so that sessions of earlier builds have none. */
export const sessionDeviceTables = `
  CREATE TABLE IF NOT EXISTS sessionDevice (
    tokenHash TEXT PRIMARY KEY REFERENCES session ON DELETE CASCADE,
    browser TEXT,
    system TEXT,
    address TEXT
  ) STRICT, WITHOUT ROWID;
`;

export function sessionDeviceWrites(db: Database.Database) {
  const note = db.prepare(`
    INSERT OR REPLACE INTO sessionDevice (tokenHash, browser, system, address)
    VALUES (:tokenHash, :browser, :system, :address)`);
  return {
    noteDevice(tokenHash: string, { browser, system, address }: SessionDevice): void {
      note.run({ tokenHash, browser, system, address });
    },
  };
}

export function sessionDeviceReads(db: Database.Database) {
  const ofAccount = db.prepare<[string], OwnSession>(`
    SELECT ${sessionTimeColumns}, browser, system, address FROM session
    JOIN account USING (accountId) LEFT JOIN sessionDevice USING (tokenHash)
    WHERE accountId = ? AND epoch = sessionEpoch AND closed = 0 ORDER BY openedAt DESC, tokenHash`);
  return { sessionsOf: (accountId: string): readonly OwnSession[] => ofAccount.all(accountId) };
}
