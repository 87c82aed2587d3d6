import { openSqliteEventLog, type SqliteEventLog } from '@dayline/event-log/sqlite/open';
import { bookingEvents } from './booking-events.ts';
import type { StoreRun } from './messages.ts';

/** Bookings per doctor and day, before the next stream begins. */
const bookingsOfStream = 24;

/** The product's own store on a separate log. */
export interface StoreYardstick {
  /** Appends a booking's events this many times at once, each to its own stream; then the next batch. */
  run(ms: number, batchSize: number): Promise<StoreRun>;
  close(): Promise<void>;
}

export async function openStoreYardstick(folder: string): Promise<StoreYardstick> {
  const log = await openSqliteEventLog({ folder });
  let days = 0;
  const nextDay = (doctors: number) => {
    days += 1;
    return newDay(log, String(days), doctors);
  };
  return {
    async run(ms, batchSize) {
      const started = performance.now();
      let appends = 0;
      let day = nextDay(batchSize);
      while (performance.now() - started < ms) {
        if (day.booked === bookingsOfStream) day = nextDay(batchSize);
        await day.bookAll();
        appends += batchSize;
      }
      return { appends, ms: performance.now() - started };
    },
    close: () => log.close(),
  };
}

/** As many doctors as a batch has appends, on one day. */
function newDay({ append }: SqliteEventLog, name: string, doctors: number) {
  let revision = -1;
  const day = {
    booked: 0,
    async bookAll(): Promise<void> {
      const expected = revision < 0 ? 'noStream' : revision;
      const appends = Array.from({ length: doctors }, (_, doctor) =>
        append(`doctorDay-${name}_${doctor}`, expected, bookingEvents()),
      );
      for (const result of await Promise.all(appends)) {
        if (!result.appended) throw new Error('The store refused an append.');
        ({ revision } = result);
      }
      day.booked += 1;
    },
  };
  return day;
}
