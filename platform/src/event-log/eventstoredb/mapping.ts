import type { EventMetadata } from '@dayline/contracts/events/metadata';
import type { Position } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import type { NewEvent, StoredEvent } from '../port.ts';

/** A position of EventStoreDB's `$all`: two 64-bit numbers. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** What this log needs of an event as the client gives it. */
export interface RecordedEvent {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly data: unknown;
  readonly metadata?: unknown;
  readonly position?: LogPosition;
}

/** 2^64 has 20 digits, so all positions are of one width and sort as text as they do as numbers. */
const digits = (part: bigint): string => part.toString().padStart(20, '0');

export const toPosition = ({ commit, prepare }: LogPosition): Position => `${digits(commit)}-${digits(prepare)}`;
/** Before every event: what lies at 0 is the server's own. */
export const startPosition: Position = toPosition({ commit: 0n, prepare: 0n });

export function toLogPosition(position: Position): LogPosition {
  const [commit = '', prepare = ''] = position.split('-');
  if (!/^\d{20}$/.test(commit) || !/^\d{20}$/.test(prepare)) {
    throw new Error(`This is no position of EventStoreDB: ${position}`);
  }
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const hexadecimal = '0123456789abcdef';

/** The same bits in digits of another size. What is over at the front, the two bits that a ULID leaves empty, is 0. */
function rewrite(text: string, from: string, to: string, overBits: number): string {
  const [bitsFrom, bitsTo] = [Math.log2(from.length), Math.log2(to.length)];
  let rewritten = '';
  let bits = 0;
  let count = overBits;
  for (const digit of text) {
    bits = (bits << bitsFrom) | from.indexOf(digit);
    count += bitsFrom;
    while (count >= bitsTo) {
      count -= bitsTo;
      rewritten += to[bits >> count];
      bits &= (1 << count) - 1;
    }
  }
  return rewritten;
}

/** A ULID is 128 bits and so is a UUID: each is the other's bits in its own writing. */
export function ulidToUuid(ulid: string): string {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(ulid)) throw new Error(`An event's id must be a ULID, not ${ulid}`);
  const hex = rewrite(ulid, crockford, hexadecimal, -2);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const uuidToUlid = (uuid: string): string =>
  rewrite(uuid.replaceAll('-', '').toLowerCase(), hexadecimal, crockford, 2);

/** The server writes events of its own among ours; their types begin with `$`. */
export const isOurs = ({ type }: { readonly type: string }): boolean => !type.startsWith('$');

export function toProposed({ id, type, data, metadata }: NewEvent) {
  // Plain objects: the client's type wants an index signature, which ours has not.
  return { id: ulidToUuid(id), type, data: { ...data }, metadata: { ...metadata } };
}

/** @throws Error where the server is too old to say an event's position (before 22.6) */
export function toStored({ id, type, data, metadata, streamId, revision, position }: RecordedEvent): StoredEvent {
  if (!position) throw new Error('EventStoreDB must be 22.10 or newer: it did not say the position of an event.');
  return {
    id: uuidToUlid(id),
    type,
    // The border: what is in the log was checked before it was appended.
    data: data as JsonObject,
    metadata: metadata as EventMetadata,
    stream: streamId,
    revision: Number(revision),
    position: toPosition(position),
  };
}
