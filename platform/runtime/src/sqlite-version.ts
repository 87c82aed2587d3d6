/** Older versions can lose commits when the WAL is reset. */
const oldestSqlite = [3, 51, 3] as const;

/** @throws Error if this version can lose an acknowledged commit */
export function refuseOldSqlite(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [index, least] of oldestSqlite.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (part < least) throw new Error(`SQLite ${version} is too old: ${oldestSqlite.join('.')} or newer is needed.`);
  }
}
