/** Driver errors for an unreachable server or a missing answer. */
const unavailableNames: ReadonlySet<string> = new Set([
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
/**
 * Server errors for a temporary state: stopping, starting, not primary, time limit exceeded, work ended by these
 * (cursor 43 and 237, plan 175, operation 11601, index build 276), or the cluster's time-signing key not ready (211).
 */
const awayCodes: ReadonlySet<number> = new Set([
  6, 7, 43, 50, 64, 89, 91, 100, 134, 175, 189, 211, 237, 262, 276, 317, 358, 384, 9001, 10058, 10107, 11600, 11601,
  11602, 13435, 13436,
]);
/** Error codes of a socket that ended between two commands; the driver passes them on unchanged. */
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
  /** The error of a bulk write, which may be the driver's own. */
  readonly errorResponse?: unknown;
  readonly writeConcernError?: unknown;
  readonly hasErrorLabel?: unknown;
}

/**
 * Whether MongoDB was unavailable rather than refusing; the outcome of a write is then unknown. Judged by names, codes
 * and labels, not class: a process may load the driver twice.
 */
export function isMongoUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause, errorResponse, writeConcernError, hasErrorLabel } = error as DriverError;
  if (typeof name === 'string' && unavailableNames.has(name)) return true;
  if (typeof code === 'number' && awayCodes.has(code)) return true;
  if (typeof code === 'string' && socketCodes.has(code)) return true;
  if (typeof hasErrorLabel === 'function' && awayLabels.some((label) => hasErrorLabel.call(error, label))) return true;
  return [errorResponse, writeConcernError, cause].some(isMongoUnavailable);
}

/** A second document with the same unique key. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as DriverError).code === 11000;
