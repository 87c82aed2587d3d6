/** What SQLite itself reports. Known by its code, since a class is not the same one for every loader of the module. */
export interface SqliteError extends Error {
  /** Such as SQLITE_BUSY or SQLITE_FULL. */
  readonly code: string;
}

export const isSqliteError = (error: unknown): error is SqliteError =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_');
