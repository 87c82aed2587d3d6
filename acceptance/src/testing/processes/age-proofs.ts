import { join } from 'node:path';
import Database from 'better-sqlite3';

function changeVault(dataDir: string, change: (vault: Database.Database) => void): void {
  const vault = new Database(join(dataDir, 'vault.db'), { fileMustExist: true, timeout: 10_000 });
  try {
    change(vault);
  } finally {
    vault.close();
  }
}

/** Makes the last proof of every session of a running product's data folder older than sensitive acts allow. */
export const ageProofs = (dataDir: string): void =>
  changeVault(dataDir, (vault) =>
    vault.exec('DELETE FROM sessionProof; UPDATE session SET openedAt = openedAt - 25 * 3600000;'),
  );

/** Makes an account's sessions unused for this much longer (ms). */
export const ageUse = (dataDir: string, accountId: string, ms: number): void =>
  changeVault(dataDir, (vault) =>
    vault.prepare('UPDATE session SET lastSeenAt = lastSeenAt - ? WHERE accountId = ?').run(ms, accountId),
  );
