/** An error reported by SQLite. Recognised by code, since module loaders may duplicate the class. */
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

/** Primary codes that blame the statement or its data, not the file, disk or lock. */
const ownFaults = ['ERROR', 'CONSTRAINT', 'MISMATCH', 'MISUSE', 'RANGE', 'TOOBIG', 'SCHEMA', 'EMPTY', 'NOTFOUND'];
const closedMessage = 'The database connection is not open';

/** The file is unavailable: its disk is full or failing, it is locked, damaged or closed. */
export const isFileAway = (error: unknown): error is Error =>
  isSqliteError(error)
    ? !ownFaults.includes(error.code.split('_')[1] ?? '')
    : typeof error === 'object' && error !== null && 'message' in error && error.message === closedMessage;

type Call = (...args: readonly unknown[]) => unknown;
const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'catch' in value;

export const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** The same items; their error is passed to `rethrow`. */
export async function* itemsOr<Item>(items: AsyncIterable<Item>, rethrow: (error: unknown) => never) {
  try {
    yield* items;
  } catch (error) {
    rethrow(error);
  }
}

/** Wraps calls so that they reject with `toError(cause)` if the file is unavailable. */
export function mapFileErrors<Calls extends object>(calls: Calls, toError: (cause: Error) => Error): Calls {
  const rethrow = (error: unknown): never => {
    throw isFileAway(error) ? toError(error) : error;
  };
  const wrapped = Object.entries(calls).map(([name, call]) => {
    const wrapper: Call = (...args) => {
      // Cast is safe: arguments and results pass through unchanged.
      const answer = (call as Call)(...args);
      if (isPromise(answer)) return answer.catch(rethrow);
      return isIterable(answer) ? itemsOr(answer, rethrow) : answer;
    };
    return [name, typeof call === 'function' ? wrapper : call];
  });
  return Object.fromEntries(wrapped) as Calls;
}
