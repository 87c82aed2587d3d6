import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { VaultContent } from '../port.ts';

/** The content of a file; `content` if it can't be read, which opening it reports. Creates nothing. */
export function contentOfVault(path: string): VaultContent {
  if (!existsSync(path)) return 'missing';
  try {
    // Not opened read-only: such a connection leaves an empty WAL behind.
    const db = new Database(path, { fileMustExist: true, timeout: 5_000 });
    try {
      if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'account'").get() === undefined) return 'missing';
      const sign = db.prepare(`
        SELECT 1 FROM account UNION ALL
        SELECT 1 FROM setting WHERE name LIKE 'follower:%' LIMIT 1`);
      return sign.get() === undefined ? 'new' : 'content';
    } finally {
      db.close();
    }
  } catch {
    return 'content';
  }
}
