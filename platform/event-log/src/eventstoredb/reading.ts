import type { Position } from '@dayline/contracts/ids';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ReadPosition,
  type ResolvedEvent,
  START,
  type StreamingRead,
} from '@eventstore/db-client';
import type { EventRef, ReadStreamOptions, StoredEvent } from '../port.ts';
import { failureOf } from './failures.ts';
import type { OwnEvents } from './foreign.ts';
import { positionOf, type RecordedEvent, startPosition, toLogPosition, toStored } from './mapping.ts';
import { OutOfTime } from './time-limit.ts';

/** With smaller pages, reading past foreign events is slow. */
const leastPage = 50;
/** How many of the newest events are searched for the last of ours: one, then growing pages. */
const headPages = { first: 1, times: 16, most: 4_096 } as const;

/** Single-attempt reads that return the product's events only. `limitMs` is an idle time limit. */
export interface Reading {
  stream(stream: string, limitMs: number, options?: ReadStreamOptions): Promise<StoredEvent[]>;
  /** The next events after a position; fewer than `limit` only at the log's end. */
  page(after: Position, limit: number, limitMs: number): Promise<StoredEvent[]>;
  /** The last event, or the last up to a position. */
  last(limitMs: number, upTo?: Position): Promise<StoredEvent | null>;
  /** Whether an event is still at its position. */
  holds(ref: EventRef, limitMs: number): Promise<boolean>;
}

/** The log's newest event at the last look, which may belong to another product, and Dayline's last event up to it. */
interface KnownEnd {
  readonly id: string;
  readonly position: Position;
  readonly own: StoredEvent | null;
}

export function readingFrom(client: EventStoreDBClient, { isOwn }: OwnEvents): Reading {
  let end: KnownEnd | null = null;
  // By id too: in a log that was set back, another event may be at the position.
  const isKnown = (event: RecordedEvent) => event.id === end?.id && positionOf(event) === end.position;

  const stream: Reading['stream'] = async (name, limitMs, options = {}) => {
    const { direction = 'forward', from, upTo, limit = Number.MAX_SAFE_INTEGER } = options;
    const isForward = direction === 'forward';
    const reading = client.readStream(name, {
      direction: isForward ? FORWARDS : BACKWARDS,
      fromRevision: from === undefined ? (isForward ? START : END) : BigInt(from),
      maxCount: limit,
      // A lagging follower could return a stream without the last append.
      requiresLeader: true,
    });
    try {
      const own = (await collect(reading, limitMs)).filter(isOwn);
      // The server can't limit a stream read to a last position.
      return own.filter((event) => upTo === undefined || positionOf(event) <= upTo).map(toStored);
    } catch (error) {
      if (failureOf(error) === 'missing') return [];
      throw error;
    }
  };

  return {
    stream,

    async page(after, limit, limitMs) {
      const own: StoredEvent[] = [];
      let from = after;
      // Reading from a position includes it, and a page may consist of foreign events.
      for (let isEnd = false; !isEnd && own.length < limit; ) {
        const maxCount = Math.max(leastPage, limit - own.length + 1);
        const fromPosition = from === startPosition ? START : toLogPosition(from);
        const page = await collect(client.readAll({ fromPosition, maxCount }), limitMs);
        const position = from;
        own.push(...page.filter((event) => positionOf(event) > position && isOwn(event)).map(toStored));
        isEnd = page.length < maxCount;
        const last = page.at(-1);
        from = last ? positionOf(last) : from;
      }
      return own.slice(0, limit);
    },

    async last(limitMs, upTo) {
      let fromPosition: ReadPosition = upTo === undefined ? END : toLogPosition(upTo);
      let newest: RecordedEvent | undefined;
      const found = (own: StoredEvent | null): StoredEvent | null => {
        if (upTo === undefined) end = newest ? { id: newest.id, position: positionOf(newest), own } : null;
        return own;
      };
      for (let maxCount: number = headPages.first; ; maxCount = Math.min(maxCount * headPages.times, headPages.most)) {
        const page = await collect(client.readAll({ direction: BACKWARDS, fromPosition, maxCount }), limitMs);
        newest ??= page[0];
        // Others may have written much since our last event: those events are read past only once.
        const stop = page.find((event) => isOwn(event) || isKnown(event));
        if (stop) return found(isOwn(stop) ? toStored(stop) : (end?.own ?? null));
        const oldest = page.at(-1);
        if (!oldest || page.length < maxCount) return found(null);
        fromPosition = toLogPosition(positionOf(oldest));
      }
    },

    async holds({ stream: name, revision, id, position }, limitMs) {
      const [event] = await stream(name, limitMs, { from: revision, limit: 1 });
      return event?.id === id && event.position === position;
    },
  };
}

function collect(
  reading: StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>,
  limitMs: number,
): Promise<RecordedEvent[]> {
  return new Promise((resolve, reject) => {
    const events: RecordedEvent[] = [];
    const timer = setTimeout(() => {
      // Stops the server from sending. Rejects if the read never began, which `error` has already reported.
      reading.cancel().catch(() => {});
      reject(new OutOfTime(limitMs));
    }, limitMs);
    reading.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    reading.on('end', () => {
      clearTimeout(timer);
      resolve(events);
    });
    reading.on('data', ({ event }) => {
      timer.refresh();
      if (event) events.push(event);
    });
  });
}
