import Database from 'better-sqlite3';

/** Whether a file contains events; null if it can't be read, which opening it reports. */
export function hasEvents(path: string): boolean | null {
  try {
    // Not opened read-only: such a connection leaves an empty WAL behind.
    const db = new Database(path, { fileMustExist: true, timeout: 5_000 });
    try {
      const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'events'").get() !== undefined;
      return hasTable && db.prepare('SELECT 1 FROM events LIMIT 1').get() !== undefined;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
