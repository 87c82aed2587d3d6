/** Errors of the driver that say that no server could be asked, or that its answer didn't come. */
const awayNames: ReadonlySet<string> = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoOperationTimeoutError',
  'MongoWriteConcernError',
]);
/** Answers of a server that can't serve now: it stops, starts, or is no primary any more; a limit of time passed. */
const awayCodes: ReadonlySet<number> = new Set([
  6, 7, 50, 64, 89, 91, 100, 134, 189, 262, 317, 358, 384, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
]);
/** What a socket says that ended between two commands; the driver passes it on as it is. */
const socketCodes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);
const awayLabels = ['RetryableWriteError', 'RetryableReadError', 'TransientTransactionError', 'ResetPool'] as const;

interface DriverError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  /** What a bulk write met, also where it is the driver's own error. */
  readonly errorResponse?: unknown;
  readonly writeConcernError?: unknown;
  readonly hasErrorLabel?: unknown;
}

/**
 * Whether MongoDB was away, rather than refused what was asked: whether a write was made is then not known. Known by
 * names, codes and labels, not by class: a process can hold the driver twice.
 */
export function isMongoAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause, errorResponse, writeConcernError, hasErrorLabel } = error as DriverError;
  if (typeof name === 'string' && awayNames.has(name)) return true;
  if (typeof code === 'number' && awayCodes.has(code)) return true;
  if (typeof code === 'string' && socketCodes.has(code)) return true;
  if (typeof hasErrorLabel === 'function' && awayLabels.some((label) => hasErrorLabel.call(error, label))) return true;
  return [errorResponse, writeConcernError, cause].some(isMongoAway);
}

/** The server's refusal of a second document under a unique key. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as DriverError).code === 11000;
