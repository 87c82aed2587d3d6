import { upcasters as daylineUpcasters, type Upcaster } from '@dayline/contracts/events/upcast';
import { followPages, Wakeups } from '../follow.ts';
import { refuseGap } from '../gaps.ts';
import { startPosition, toOrdinal, toPosition } from '../ordinal.ts';
import type { EventLog, StoredEvent } from '../port.ts';
import { chainStart, recordedLater } from '../sealed-log/chain.ts';
import { upcastEvents } from '../upcasting.ts';

export interface MemoryEventLogOptions {
  readonly upcasters?: readonly Upcaster[];
  /** The stored events; two logs that share them simulate a restart. */
  readonly events?: StoredEvent[];
}

/** An in-memory log. For tests only. */
export function openMemoryEventLog({
  upcasters = daylineUpcasters,
  events = [],
}: MemoryEventLogOptions = {}): EventLog {
  const ids = new Set(events.map((event) => event.id));
  const wakeups = new Wakeups();
  const closed = new AbortController();
  const upcast = upcastEvents(upcasters);
  const streams = new Map<string, StoredEvent[]>();
  const streamOf = (stream: string) => streams.get(stream) ?? [];
  const keep = (event: StoredEvent) => {
    const known = streams.get(event.stream);
    if (known) known.push(event);
    else streams.set(event.stream, [event]);
  };
  for (const event of events) keep(event);
  const readAll = (after: string, limit: number) => {
    const from = toOrdinal(after);
    return events.slice(from, from + limit).map(upcast);
  };

  return {
    start: startPosition,
    gapless: true,
    async append(stream, expected, added) {
      if (added.length === 0) throw new Error('An append needs at least one event.');
      const last = streamOf(stream).at(-1)?.revision;
      if ((last ?? 'noStream') !== expected) return { appended: false, actual: last ?? 'noStream' };
      const own = new Set<string>();
      const repeated = added.find(({ id }) => ids.has(id) || own.size === own.add(id).size);
      if (repeated) throw new Error(`An event with the id ${repeated.id} is in the log already.`);
      const positions: string[] = [];
      const end = events.at(-1)?.metadata.recordedAt ?? '';
      const recordedAt = (added[0]?.metadata.recordedAt ?? '') < end ? end : undefined;
      let revision = last ?? -1;
      let previous = streamOf(stream).at(-1)?.metadata.chain ?? chainStart;
      for (const { canonical: _, ...event } of added) {
        revision += 1;
        const position = toPosition(events.length + 1);
        ids.add(event.id);
        positions.push(position);
        const place = { stream, revision, position };
        const { metadata } = recordedAt ? recordedLater(previous, { ...event, ...place }, recordedAt) : event;
        previous = metadata.chain;
        // Copied through JSON, as a store does, so that callers can't change what was appended.
        const stored: StoredEvent = { ...JSON.parse(JSON.stringify({ ...event, metadata })), ...place };
        events.push(stored);
        keep(stored);
      }
      wakeups.wake();
      const recorded = recordedAt === undefined ? {} : { recordedAt };
      return { appended: true, revision, position: toPosition(events.length), positions, ...recorded };
    },
    async readStream(stream, { direction = 'forward', from, upTo, limit = Number.POSITIVE_INFINITY } = {}) {
      const all = streamOf(stream);
      const chosen =
        direction === 'forward'
          ? all.filter(({ revision, position }) => revision >= (from ?? 0) && (!upTo || position <= upTo))
          : all.filter((event) => event.revision <= (from ?? all.length)).reverse();
      return chosen.slice(0, limit).map(upcast);
    },
    readAll: async (after, limit) => readAll(after, limit),
    refsAfter: async (after, limit) => readAll(after, limit),
    head: async () => toPosition(events.length),
    last: async () => events.at(-1) ?? null,
    follow: (after, signal, options) =>
      followPages(after, {
        types: options?.types,
        readPage(from, limit, types) {
          const page = readAll(from, limit);
          refuseGap({ gapless: true }, from, page);
          return { events: page.filter(({ type }) => types?.includes(type) ?? true), last: page.at(-1) ?? null };
        },
        onAppend: (listener) => wakeups.add(listener),
        signal: AbortSignal.any([signal, closed.signal]),
      }),
    async close() {
      closed.abort();
    },
  };
}
