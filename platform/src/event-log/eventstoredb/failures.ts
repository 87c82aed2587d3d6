/** What a failed call of EventStoreDB's client means for the caller. */
export type Failure =
  /** The stream is at another revision than expected. */
  | 'conflict'
  /** The stream doesn't exist. */
  | 'missing'
  /** Nothing was sent, or the server refused it before looking at it: try again. */
  | 'away'
  /** It may have been done or not. */
  | 'unknown'
  /** It will not work the next time either. */
  | 'refused';

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

const unavailable = 14;
const failureOfType: Readonly<Record<string, Failure>> = {
  'wrong-expected-version': 'conflict',
  'stream-not-found': 'missing',
  'stream-deleted': 'refused',
  'maximum-append-size-exceeded': 'refused',
  'access-denied': 'refused',
  'invalid-argument': 'refused',
  'not-leader': 'away',
};

/** Told by type and code, not by class: the client's errors come from more than one module in tests. */
export function failureOf(error: unknown): Failure {
  const type = field(error, 'type');
  const message = String(field(error, 'message'));
  // While it starts: its health page says live some seconds before it accepts writes.
  if (message.includes('Server Is Not Ready')) return 'away';
  if (typeof type === 'string') return failureOfType[type] ?? 'unknown';
  // While it is down: asked for its features before anything is sent; or a cluster of which no node answers.
  if (field(error, 'code') === unavailable || message.startsWith('Failed to discover')) return 'away';
  return 'unknown';
}

/** The revision that holds, out of a conflict. */
export function actualRevision(conflict: unknown): 'noStream' | number {
  const actual = field(conflict, 'actualVersion');
  return typeof actual === 'bigint' ? Number(actual) : 'noStream';
}

/** The client's errors often have an empty message. */
export function wordsOf(error: unknown): string {
  const type = field(error, 'type');
  if (type === 'stream-deleted') return 'the stream was deleted for ever';
  if (type === 'maximum-append-size-exceeded') {
    return `the append is larger than the ${String(field(error, 'maxAppendSize'))} bytes that the server takes`;
  }
  return String(field(error, 'message') || type || error);
}
