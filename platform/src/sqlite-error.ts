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

/** Primary codes that blame the statement or the data in it, not the file, its disk or its lock. */
const ownFaults = ['ERROR', 'CONSTRAINT', 'MISMATCH', 'MISUSE', 'RANGE', 'TOOBIG', 'SCHEMA', 'EMPTY', 'NOTFOUND'];
const closedSays = 'The database connection is not open';

/** The file can't be read or written now: its disk is full or fails, somebody holds it, it's damaged, or it was closed. */
export const isFileAway = (error: unknown): error is Error =>
  isSqliteError(error)
    ? !ownFaults.includes(error.code.split('_')[1] ?? '')
    : typeof error === 'object' && error !== null && 'message' in error && error.message === closedSays;

type Call = (...given: readonly unknown[]) => unknown;
const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'catch' in value;

/** The same calls; where one of them rejects because the file is away, with what `say` makes of that. */
export function sayingAway<Calls extends object>(calls: Calls, say: (cause: Error) => Error): Calls {
  const rethrow = (error: unknown): never => {
    throw isFileAway(error) ? say(error) : error;
  };
  const wrapped = Object.entries(calls).map(([name, call]) => {
    const told: Call = (...given) => {
      // The border: each keeps the type that it had, since what is given and answered passes through.
      const answer = (call as Call)(...given);
      return isPromise(answer) ? answer.catch(rethrow) : answer;
    };
    return [name, typeof call === 'function' ? told : call];
  });
  return Object.fromEntries(wrapped) as Calls;
}
