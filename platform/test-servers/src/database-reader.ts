import Database from 'better-sqlite3';

/** Reads a SQLite file in one long transaction, as a backup does, which blocks WAL checkpoints. */
export function readLong(path: string) {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  database.exec('BEGIN');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
  return {
    /** The first column of the first row; undefined if there is none. */
    first: (sql: string, ...values: readonly string[]): unknown =>
      database
        .prepare<string[]>(sql)
        .pluck()
        .get(...values),
    copyTo: (to: string): Promise<unknown> => database.backup(to),
    end(): void {
      database.close();
    },
  };
}
