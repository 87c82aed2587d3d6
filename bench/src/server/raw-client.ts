import type { NewEvent } from '@dayline/event-log/port';
import { systemClock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { bookingEvents } from './booking-events.ts';
import { type Append, appending } from './store-rate.ts';

/** EventStoreDB's own client on the same node: the product's limit there. */
export function openRawClient(url: string) {
  const client = EventStoreDBClient.connectionString(url);
  const run = newUlid(systemClock);
  let streams = 0;
  const newStream = () => {
    streams += 1;
    return `bench-${run}-${streams}`;
  };
  const append: Append = async (stream, expected, events) => {
    const expectedRevision = expected === 'noStream' ? NO_STREAM : BigInt(expected);
    const { nextExpectedRevision } = await client.appendToStream(stream, events.map(jsonEventOf), { expectedRevision });
    return Number(nextExpectedRevision);
  };
  const appendOnce = async (): Promise<string> => {
    const stream = newStream();
    await append(stream, 'noStream', bookingEvents());
    return stream;
  };
  return {
    run: appending(append),
    async writeAndSync(): Promise<void> {
      await appendOnce();
    },
    async writeAndRead(): Promise<void> {
      const stream = await appendOnce();
      for await (const _ of client.readStream(stream));
    },
    /** Reads and parses all events but the server's own; returns their number. */
    async scan(): Promise<number> {
      let count = 0;
      for await (const { event } of client.readAll()) if (event && !event.type.startsWith('$')) count += 1;
      return count;
    },
    close: () => client.dispose(),
  };
}

const jsonEventOf = ({ type, data, metadata }: NewEvent) => jsonEvent({ type, data, metadata: { ...metadata } });
