import type { Recorded } from '@dayline/contracts/events/definition';
import type { EventMetadata } from '@dayline/contracts/events/metadata';
import { eventTable } from '@dayline/contracts/events/table';
import type { Position } from '@dayline/contracts/ids';
import type { JsonObject } from '@dayline/contracts/json';
import type { AppendResult, EventLog, ExpectedRevision, NewEvent, ReadStreamOptions } from '../event-log/port.ts';
import { chained } from './chain.ts';
import type { KeyRing } from './key-ring.ts';
import { openEvents, sealEvents } from './personal-fields.ts';

/** What the one who appends says of an event; the rest of the metadata is set here. */
export type EventStamp = Omit<EventMetadata, 'chain' | 'keyIds' | 'schemaVersion'>;

export interface EventToAppend {
  /** A ULID. */
  readonly id: string;
  readonly type: string;
  /** In the clear, as the newest schema has it. */
  readonly data: JsonObject;
  readonly metadata: EventStamp;
}

export type SealedAppendResult =
  /** `events` as a read would give them, in the clear; the last one's chain is what the next append follows. */
  | (Extract<AppendResult, { appended: true }> & { readonly events: readonly Recorded[] })
  | Extract<AppendResult, { appended: false }>;

export type OpenFollowItem =
  | {
      readonly kind: 'events';
      readonly events: readonly Recorded[];
      /** By event id, why it couldn't be opened: its key is not in the vault, or the text was altered. It stays sealed. */
      readonly unopened?: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'caughtUp'; readonly position: Position };

/** The event log as deciders, projections and queries see it: checked, chained, personal fields in the clear. */
export interface SealedLog {
  /**
   * @param previousChain the chain of the stream's event at `expected`; `chainStart` for a new stream
   * @throws EventLogUnavailable, KeyDestroyed, or Error when data doesn't fit its schema
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    previousChain: string,
    events: readonly EventToAppend[],
  ): Promise<SealedAppendResult>;
  readStream(stream: string, options?: ReadStreamOptions): Promise<readonly Recorded[]>;
  readAll(after: Position, limit: number): Promise<readonly Recorded[]>;
  follow(after: Position, signal: AbortSignal): AsyncIterable<OpenFollowItem>;
  head(): Promise<Position>;
  readonly start: Position;
  /** As the log has it. */
  appendedElsewhere?(): number;
}

/** Data as its schema has it; a fault names the fields, never their values. */
function checked({ type, data }: EventToAppend) {
  const definition = eventTable.get(type);
  if (!definition) throw new Error(`There is no event ${type}.`);
  const parsed = definition.data.safeParse(data);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the data itself');
    throw new Error(`${type} does not fit its schema: ${fields.join(', ')}.`);
  }
  // The border: every schema of the table describes an object of JSON.
  return { definition, data: parsed.data as JsonObject };
}

/** Puts sealing and chaining in front of a log. Closing the log stays its owner's. */
export function openSealedLog(log: EventLog, ring: KeyRing): SealedLog {
  return {
    start: log.start,
    head: () => log.head(),
    ...(log.appendedElsewhere ? { appendedElsewhere: () => log.appendedElsewhere?.() ?? 0 } : {}),

    async append(stream, expected, previousChain, events) {
      const inTheClear = events.map(checked);
      const sealed = await sealEvents(stream, inTheClear, ring);
      let revision = expected === 'noStream' ? -1 : expected;
      let chain = previousChain;
      const stored = events.map((event, place): NewEvent => {
        const { definition } = entry(inTheClear, place);
        const { data, keyIds } = entry(sealed, place);
        const { id, type } = event;
        const metadata = { ...event.metadata, schemaVersion: definition.version, keyIds: [...keyIds] };
        revision += 1;
        const { chain: next, canonical } = chained(chain, { id, stream, revision, type, data, metadata });
        chain = next;
        return { id, type, data, metadata: { ...metadata, chain }, canonical };
      });
      const result = await log.append(stream, expected, stored);
      if (!result.appended) return result;
      const first = revision - stored.length + 1;
      const recorded = stored.map(({ id, type, metadata }, place) => ({
        id,
        type,
        data: entry(inTheClear, place).data,
        metadata,
        stream,
        revision: first + place,
        position: entry(result.positions, place),
      }));
      return { ...result, events: recorded };
    },

    readStream: async (stream, options) => openEvents(await log.readStream(stream, options), ring),
    readAll: async (after, limit) => openEvents(await log.readAll(after, limit), ring),

    async *follow(after, signal) {
      for await (const item of log.follow(after, signal)) {
        if (item.kind === 'caughtUp') {
          yield item;
          continue;
        }
        const unopened = new Map<string, string>();
        const events = await openEvents(item.events, ring, (eventId, reason) => unopened.set(eventId, reason));
        yield { kind: 'events', events, ...(unopened.size > 0 ? { unopened } : {}) };
      }
    },
  };
}

/** The lists here have one entry for each event of the append. */
function entry<Entry>(list: readonly Entry[], place: number): Entry {
  const found = list[place];
  if (found === undefined) throw new Error('An append and its answer differ in length.');
  return found;
}
