import type { ExpectedRevision } from '@dayline/platform/event-log/port';
import { openSqliteEventLog } from '@dayline/platform/event-log/sqlite/open';
import { bookingEvents } from './booking-events.ts';
import type { StoreRun } from './messages.ts';

const batchSize = 64;
/** Bookings of one doctor and day: then the next stream begins. */
const bookingsOfStream = 24;

/** The product's own store on logs of their own, beside the product's. */
export interface StoreYardstick {
  /** 64 appends of a booking's events at once, then the next 64. */
  run(ms: number): Promise<StoreRun>;
  /** One append in a commit of its own, after those that were asked for before. */
  appendAlone(): Promise<void>;
  close(): Promise<void>;
}

export async function openStoreYardstick(folder: string): Promise<StoreYardstick> {
  const log = await openSqliteEventLog({ folder });
  const batches = batchesOf(log.append);
  let alone = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async run(ms) {
      const started = performance.now();
      let appends = 0;
      while (performance.now() - started < ms) {
        await batches();
        appends += batchSize;
      }
      return { appends, ms: performance.now() - started };
    },
    async appendAlone() {
      alone += 1;
      const stream = `doctorDay-alone_${alone}`;
      const appended = last.then(() => log.append(stream, 'noStream', bookingEvents()));
      last = appended;
      await appended;
    },
    close: () => log.close(),
  };
}

type Append = Awaited<ReturnType<typeof openSqliteEventLog>>['append'];

function batchesOf(append: Append): () => Promise<void> {
  let round = 0;
  let booked = 0;
  let expected: ExpectedRevision = 'noStream';
  return async () => {
    const appends = Array.from({ length: batchSize }, (_, place) =>
      append(`doctorDay-${round}_${place}`, expected, bookingEvents()),
    );
    const results = await Promise.all(appends);
    const [first] = results;
    if (!first?.appended || results.some((result) => !result.appended)) throw new Error('The store refused an append.');
    booked += 1;
    expected = first.revision;
    if (booked < bookingsOfStream) return;
    round += 1;
    booked = 0;
    expected = 'noStream';
  };
}
