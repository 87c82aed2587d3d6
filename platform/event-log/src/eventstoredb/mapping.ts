import type { EventMetadata } from '@dayline/contracts/events/metadata';
import type { Position } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import { converted } from '../as-stored.ts';
import type { NewEvent, StoredEvent } from '../port.ts';

/** A position of EventStoreDB's `$all`: two 64-bit numbers. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** The fields of a client event that this log uses. */
export interface RecordedEvent {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly data: unknown;
  readonly metadata?: unknown;
  readonly position?: LogPosition;
  /** By the server's clock. */
  readonly created: Date;
}

/** 2^64 has 20 digits; fixed width makes positions sort as text in numeric order. */
const digits = (part: bigint): string => part.toString().padStart(20, '0');

export const toPosition = ({ commit, prepare }: LogPosition): Position => `${digits(commit)}-${digits(prepare)}`;
/** Before every event: position 0 belongs to the server itself. */
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

/** Re-encodes the same bits in another base. Surplus leading bits (the two that a ULID leaves empty) are 0. */
function rewrite(text: string, from: string, to: string, overBits: number): string {
  const [bitsFrom, bitsTo] = [Math.log2(from.length), Math.log2(to.length)];
  let output = '';
  let bits = 0;
  let count = overBits;
  for (const digit of text) {
    bits = (bits << bitsFrom) | from.indexOf(digit);
    count += bitsFrom;
    while (count >= bitsTo) {
      count -= bitsTo;
      output += to[bits >> count];
      bits &= (1 << count) - 1;
    }
  }
  return output;
}

/** ULID and UUID are both 128 bits; each is a different encoding of the other. */
export function ulidToUuid(ulid: string): string {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(ulid)) throw new Error(`An event's id must be a ULID, not ${ulid}`);
  const hex = rewrite(ulid, crockford, hexadecimal, -2);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const uuidToUlid = (uuid: string): string =>
  rewrite(uuid.replaceAll('-', '').toLowerCase(), hexadecimal, crockford, 2);

/** The server stores events of its own among ours. */
export const isOfServer = ({ type }: Pick<RecordedEvent, 'type'>): boolean => type.startsWith('$');

/** Whether the product appended it. Events of other writers lack our metadata. */
export function isOurs({ type, data, metadata }: Pick<RecordedEvent, 'type' | 'data' | 'metadata'>): boolean {
  if (isOfServer({ type }) || !isObject(data) || !isObject(metadata)) return false;
  const { commandId, recordedAt, schemaVersion, keyIds, chain } = metadata;
  const areTexts = [commandId, recordedAt, chain].every((field) => typeof field === 'string');
  return areTexts && typeof schemaVersion === 'number' && Array.isArray(keyIds);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

export function proposedEvent({ id, type, data, metadata }: NewEvent) {
  // Copied to plain objects: the client's type requires an index signature.
  return { id: ulidToUuid(id), type, data: { ...data }, metadata: { ...metadata } };
}

/** @throws Error if the server is too old to report an event's position (before 22.6) */
export function positionOf({ position }: Pick<RecordedEvent, 'position'>): Position {
  if (!position) throw new Error('EventStoreDB must be 22.10 or newer: it did not say the position of an event.');
  return toPosition(position);
}

/**
 * The server can't be given a time that follows its last event's, so an event counts as recorded when the server
 * received it: one clock for all writers. The demo's events keep the times of the days that they describe.
 */
export function toStored({ created, ...event }: RecordedEvent): StoredEvent {
  const storedEvent = asAppended(event);
  const { recordedAt, requestedAt = recordedAt, channel } = storedEvent.metadata;
  if (channel === 'demo') return storedEvent;
  const metadata = { ...storedEvent.metadata, recordedAt: created.toISOString(), requestedAt };
  return converted({ ...storedEvent, metadata }, storedEvent);
}

function asAppended(event: Omit<RecordedEvent, 'created'>): StoredEvent {
  const { id, type, data, metadata, streamId, revision } = event;
  return {
    id: uuidToUlid(id),
    type,
    // Cast is safe: events were validated before they were appended.
    data: data as JsonObject,
    metadata: metadata as EventMetadata,
    stream: streamId,
    revision: Number(revision),
    position: positionOf(event),
  };
}
