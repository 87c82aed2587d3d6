import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Makes the last proof of every session of a running product's data folder older than sensitive acts allow. */
export function ageProofs(dataDir: string): void {
  const vault = new Database(join(dataDir, 'vault.db'), { fileMustExist: true, timeout: 10_000 });
  try {
    vault.exec('DELETE FROM sessionProof; UPDATE session SET openedAt = openedAt - 25 * 3600000;');
  } finally {
    vault.close();
  }
}
