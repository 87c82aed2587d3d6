import type { ExpectedRevision, NewEvent } from '@dayline/event-log/port';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { systemClock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { bookingEvents } from './booking-events.ts';
import type { StoreRun } from './messages.ts';

/** Bookings per doctor and day before the next stream begins. */
const bookingsOfStream = 24;

/** The product's own store on a separate log. */
export interface StoreYardstick {
  /** Appends the events of this many bookings concurrently, each to its own stream; then the next batch. */
  run(ms: number, batchSize: number): Promise<StoreRun>;
  close(): Promise<void>;
}

/** Appends to a stream at the expected revision; returns the last one. */
export type Append = (stream: string, expected: ExpectedRevision, events: readonly NewEvent[]) => Promise<number>;

export async function openStoreYardstick(folder: string): Promise<StoreYardstick> {
  const log = await openSqliteEventLog({ folder });
  const append: Append = async (stream, expected, events) => {
    const result = await log.append(stream, expected, events);
    if (!result.appended) throw new Error('The store refused an append.');
    return result.revision;
  };
  return { run: appending(append), close: () => log.close() };
}

export function appending(append: Append): StoreYardstick['run'] {
  let days = 0;
  const nextDay = (doctors: number) => {
    days += 1;
    return newDay(append, String(days), doctors);
  };
  return async (ms, batchSize) => {
    const started = performance.now();
    let appends = 0;
    let day = nextDay(batchSize);
    while (performance.now() - started < ms) {
      if (day.booked === bookingsOfStream) day = nextDay(batchSize);
      await day.bookAll();
      appends += batchSize;
    }
    return { appends, ms: performance.now() - started };
  };
}

/** As many doctors as a batch has appends, on one day. */
function newDay(append: Append, name: string, doctors: number) {
  const run = newUlid(systemClock);
  let revision = -1;
  const day = {
    booked: 0,
    async bookAll(): Promise<void> {
      const expected = revision < 0 ? 'noStream' : revision;
      const appends = Array.from({ length: doctors }, (_, doctor) =>
        append(`bench-${run}-${name}_${doctor}`, expected, bookingEvents()),
      );
      revision = (await Promise.all(appends)).at(-1) ?? revision;
      day.booked += 1;
    },
  };
  return day;
}
