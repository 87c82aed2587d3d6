import type { Recorded } from '@dayline/contracts/events/definition';
import type { EventMetadata } from '@dayline/contracts/events/metadata';
import { eventTable, isKnownEvent, isWellFormed } from '@dayline/contracts/events/table';
import type { Position } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import type { KeyRing } from '@dayline/runtime/key-ring';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import {
  type AppendResult,
  type CommandKey,
  type EventLog,
  EventLogDamaged,
  type EventRef,
  type ExpectedRevision,
  type FollowItem,
  type FollowOptions,
  hasEvent,
  type ReadStreamOptions,
  type StoredEvent,
} from '../port.ts';
import { openEvents, sealEvents } from './personal-fields.ts';
import { Stamps } from './stamps.ts';

/** Metadata set by the caller; the rest is set here. */
export type EventStamp = Omit<EventMetadata, 'chain' | 'keyIds' | 'schemaVersion' | 'requestedAt'>;

export interface EventToAppend {
  /** A ULID. */
  readonly id: string;
  readonly type: string;
  /** In clear text, at the newest schema version. */
  readonly data: JsonObject;
  readonly metadata: EventStamp;
}

export type SealedAppendResult =
  /** `events` as a read would return them, decrypted; the last one's chain precedes the next append. */
  | (Extract<AppendResult, { appended: true }> & { readonly events: readonly Recorded[] })
  | Extract<AppendResult, { appended: false }>;

export type OpenFollowItem =
  | {
      readonly kind: 'events';
      readonly events: readonly Recorded[];
      /** With `types`: the last event passed. */
      readonly last?: EventRef;
      /** By event id, why it couldn't be decrypted: key missing from the vault, or altered text. It stays encrypted. */
      readonly unopened?: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'caughtUp'; readonly position: Position };

export type ReadOpenOptions = ReadStreamOptions & {
  /**
   * The chain of an event that the reader already has: if it is the first one read, it stays encrypted and needs no
   * key.
   */
  readonly known?: string;
  /** For readers that use only ids and metadata: also returns events of a newer build. */
  readonly anyVersion?: true;
};

/** The event log for deciders, projections and queries: validated, chained, personal fields decrypted. */
export interface SealedLog {
  /**
   * @param previousChain the chain of the stream's event at `expected`; `chainStart` for a new stream
   * @throws EventLogUnavailable, KeyDestroyed, or Error if data doesn't match its schema
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    previousChain: string,
    events: readonly EventToAppend[],
    key?: CommandKey,
  ): Promise<SealedAppendResult>;
  /** Present if the log has it. */
  digestOfKey?(id: string): Promise<string | null>;
  /** @throws EventLogUnavailable; EventLogNewer where an event is of a newer build, EventLogDamaged if it is malformed */
  readStream(stream: string, options?: ReadOpenOptions): Promise<readonly Recorded[]>;
  /** The last event that kept a stream from being read: of a newer build, or malformed. Null if the log has none. */
  unreadable(): Promise<string | null>;
  readAll(after: Position, limit: number): Promise<readonly Recorded[]>;
  /** Which events come after a position, in order; fewer than `limit` at the log's end. Decrypts nothing. */
  refsAfter(after: Position, limit: number): Promise<readonly EventRef[]>;
  /** @throws EventLogSetBack */
  follow(after: Position, signal: AbortSignal, options?: FollowOptions): AsyncIterable<OpenFollowItem>;
  /** The same events as stored, to be decrypted on use. @throws EventLogSetBack */
  followStored(after: Position, signal: AbortSignal): AsyncIterable<FollowItem>;
  /** Events of `followStored` as `readStream` returns them. @throws what `readStream` throws */
  open(events: readonly StoredEvent[]): Promise<readonly Recorded[]>;
  /** Whether an event is still at its position; decrypts nothing. @throws EventLogUnavailable */
  hasEvent(ref: EventRef): Promise<boolean>;
  head(): Promise<Position>;
  readonly start: Position;
  /** Present if the log has it. */
  readonly gapless?: true;
  /** Present if the log has it. */
  readonly isRemote?: true;
  /** The log's count of set-backs; 0 if it can't be set back. */
  setBacks(): Promise<number>;
}

/** Validates data against its schema; faults name fields, never values. */
function checked({ type, data }: EventToAppend) {
  const definition = eventTable.get(type);
  if (!definition) throw new Error(`There is no event ${type}.`);
  const parsed = definition.data.safeParse(data);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the data itself');
    throw new Error(`${type} does not fit its schema: ${fields.join(', ')}.`);
  }
  // Cast is safe: every schema of the table describes an object of JSON.
  return { definition, data: parsed.data as JsonObject };
}

/** Why the readers of a stream can't use an event; null if they can. */
function unusable(event: StoredEvent): EventLogNewer | EventLogDamaged | null {
  const { type, metadata, position } = event;
  if (!isKnownEvent(event)) return new EventLogNewer(type, metadata.schemaVersion, position);
  return isWellFormed(event) ? null : new EventLogDamaged(`the ${type} at position ${position} is malformed`);
}

/** Adds encryption and chaining to a log. Closing the log remains its owner's responsibility. */
export function openSealedLog(log: EventLog, ring: KeyRing): SealedLog {
  const stamps = new Stamps();
  let readFailure: { readonly event: EventRef; readonly error: Error } | null = null;
  const refuseUnusable = (events: readonly StoredEvent[]): void => {
    for (const event of events) {
      const error = unusable(event);
      if (!error) continue;
      readFailure = { event, error };
      throw error;
    }
  };
  return {
    start: log.start,
    head: () => log.head(),
    ...(log.gapless ? { gapless: log.gapless } : {}),
    ...(log.isRemote ? { isRemote: log.isRemote } : {}),
    ...(log.digestOfKey ? { digestOfKey: log.digestOfKey.bind(log) } : {}),

    async append(stream, expected, previousChain, events, key) {
      const openedEvents = events.map(checked);
      const sealedEvents = await sealEvents(stream, openedEvents, ring);
      const before = { stream, revision: expected === 'noStream' ? -1 : expected, chain: previousChain };
      const drafts = events.map(({ id, type, metadata: stamp }, index) => {
        const { data, keyIds } = entry(sealedEvents, index);
        const { version } = entry(openedEvents, index).definition;
        return { id, type, data, metadata: { ...stamp, schemaVersion: version, keyIds: [...keyIds] } };
      });
      // Stamped in the order in which the log takes them: nothing is awaited in between.
      const storedEvents = stamps.stamp(before, drafts);
      const result = await log.append(stream, expected, storedEvents, key);
      if (!result.appended) return result;
      const recordedEvents = stamps.recorded(before, storedEvents, result).map(({ id, type, metadata }, index) => ({
        id,
        type,
        data: entry(openedEvents, index).data,
        metadata,
        stream,
        revision: before.revision + 1 + index,
        position: entry(result.positions, index),
      }));
      return { ...result, events: recordedEvents };
    },

    async readStream(stream, { known, anyVersion, ...options } = {}) {
      const events = await log.readStream(stream, options);
      const [first, ...others] = events;
      if (!anyVersion) refuseUnusable(events);
      if (!first || first.metadata.chain !== known) return openEvents(events, ring);
      return [first, ...(await openEvents(others, ring))];
    },
    async unreadable() {
      // A log that was set back may no longer contain it.
      if (readFailure && !(await hasEvent(log, readFailure.event))) readFailure = null;
      return readFailure?.error.message ?? null;
    },
    readAll: async (after, limit) => openEvents(await log.readAll(after, limit), ring),
    refsAfter: (after, limit) => log.refsAfter(after, limit),
    followStored: (after, signal) => log.follow(after, signal),
    async open(events) {
      refuseUnusable(events);
      return openEvents(events, ring);
    },

    hasEvent: (ref) => hasEvent(log, ref),
    setBacks: async () => (await log.setBacks?.()) ?? 0,

    async *follow(after, signal, options) {
      for await (const item of log.follow(after, signal, options)) {
        if (item.kind === 'caughtUp') {
          yield item;
          continue;
        }
        const sealFailures = new Map<string, string>();
        const events = await openEvents(item.events, ring, (eventId, reason) => sealFailures.set(eventId, reason));
        yield { ...item, events, ...(sealFailures.size > 0 ? { unopened: sealFailures } : {}) };
      }
    },
  };
}

/** Each list here has one entry per event of the append. */
function entry<Entry>(list: readonly Entry[], index: number): Entry {
  const found = list[index];
  if (found === undefined) throw new Error('An append and its answer differ in length.');
  return found;
}
