/** The meaning of a failed call of EventStoreDB's client for the caller. */
export type Failure =
  /** The stream is at another revision than expected. */
  | 'conflict'
  /** The stream doesn't exist. */
  | 'missing'
  /** The log has no such position: it was replaced or set back. */
  | 'nowhere'
  /** Nothing was sent, or the server refused it unprocessed: retry. */
  | 'unavailable'
  /** The outcome is unknown. */
  | 'unknown'
  /** Permanent: a retry would fail too. */
  | 'refused'
  /** A message was larger than the server accepts: this call's, or another's in the same stream of calls. */
  | 'exhausted';

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

const unavailable = 14;
const resourceExhausted = 8;
const failureOfType: Readonly<Record<string, Failure>> = {
  'wrong-expected-version': 'conflict',
  'stream-not-found': 'missing',
  'stream-deleted': 'refused',
  'maximum-append-size-exceeded': 'refused',
  'access-denied': 'refused',
  'invalid-argument': 'refused',
  'not-leader': 'unavailable',
};

/** No node of the cluster answered, or none can serve. */
export const isUndiscovered = (error: unknown): boolean =>
  String(field(error, 'message')).startsWith('Failed to discover');

const cancelledCode = 1;

/** A call that this process itself ended when it renewed its channel or stream. */
export const isOwnFault = (error: unknown): boolean =>
  field(error, 'code') === cancelledCode ||
  /Channel has been (?:shut down|closed)/.test(String(field(error, 'message')));

/** Classified by type and code, not by class: in tests the client's errors come from several module instances. */
export function failureOf(error: unknown): Failure {
  const type = field(error, 'type');
  const message = String(field(error, 'message'));
  // During start: the health page reports live some seconds before the server accepts writes.
  if (message.includes('Server Is Not Ready')) return 'unavailable';
  if (message.includes('InvalidPosition')) return 'nowhere';
  if (field(error, 'code') === resourceExhausted) return 'exhausted';
  if (typeof type === 'string') return failureOfType[type] ?? 'unknown';
  // While down: the feature lookup that precedes every call failed, or no node of the cluster answers.
  if (field(error, 'code') === unavailable || isUndiscovered(error)) return 'unavailable';
  return 'unknown';
}

/** The actual revision reported by a conflict. */
export function actualRevision(conflict: unknown): 'noStream' | number {
  const actual = field(conflict, 'actualVersion');
  return typeof actual === 'bigint' ? Number(actual) : 'noStream';
}

/** A message for an error; the client's own is often empty. */
export function wordsOf(error: unknown): string {
  const type = field(error, 'type');
  if (type === 'stream-deleted') return 'the stream was deleted for ever';
  if (type === 'maximum-append-size-exceeded') {
    return `the append is larger than the ${String(field(error, 'maxAppendSize'))} bytes that the server takes`;
  }
  if (failureOf(error) === 'exhausted') return 'it is larger than the server takes';
  return String(field(error, 'message') || type || error);
}
