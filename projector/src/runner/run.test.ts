import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import type { ProjectionStore } from '@dayline/view-store/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { desk } from '../projections/desk/projection.ts';
import { foldAll } from '../projections/fold.ts';
import { appendAll, metadataOf, recorded, testId } from '../testing/draft.ts';
import { dumpRows } from '../testing/dump.ts';
import { randomHistory } from '../testing/history.ts';
import { catchUp, dumpFolder, feedOf, newFolder, openViewReader, removeFolder } from '../testing/views.ts';
import type { EventFeed } from './run.ts';
import { startProjector } from './start.ts';
import type { ProjectorStatus } from './status.ts';

const history = (size: number, seed = 11): RecordedDaylineEvent[] => recorded(randomHistory({ seed, size }));
const expectedRows = (events: readonly RecordedDaylineEvent[]) => dumpRows(desk, foldAll(desk, events));

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => removeFolder(folder));

const project = async (events: readonly RecordedDaylineEvent[]) => {
  const store = await openViewReader(folder);
  const outcome = await catchUp(await feedOf(events), store);
  const parked = await store.parked();
  const checkpoint = await store.checkpoint();
  await store.close();
  return { ...outcome, parked, checkpoint };
};

/** Inserts other events into a history, shifting the positions. */
const insertAt = (events: readonly RecordedDaylineEvent[], index: number, ...added: RecordedDaylineEvent[]) =>
  [...events.slice(0, index), ...added, ...events.slice(index)].map((event, at) => ({
    ...event,
    position: String(at + 1).padStart(16, '0'),
  }));

describe('following the log', () => {
  test('ends with the rows that folding everything at once gives', async () => {
    const events = history(1300);
    const { status, checkpoint } = await project(events);
    expect(await dumpFolder(folder)).toEqual(expectedRows(events));
    const last = events.at(-1);
    expect(checkpoint).toMatchObject({ position: last?.position, eventId: last?.id });
    expect(status).toMatchObject({ caughtUp: true, head: last?.position, parkedEvents: 0 });
  });

  test('gives the same rows, byte for byte, after the views were deleted', async () => {
    const events = history(800);
    await project(events);
    const before = await dumpFolder(folder);
    rmSync(folder, { recursive: true });
    await project(events);
    expect(await dumpFolder(folder)).toEqual(before);
    expect(before.length).toBeGreaterThan(100);
  });

  test('goes on from the checkpoint, and does nothing when there is nothing new', async () => {
    const events = history(700);
    await project(events.slice(0, 400));
    await project(events);
    const before = await dumpFolder(folder);
    await project(events);
    expect(await dumpFolder(folder)).toEqual(before);
    expect(before).toEqual(expectedRows(events));
  });

  test('asks the store to scrub where a person was erased, and only there', async () => {
    const events = history(1300);
    const erasures = events.filter((event) => event.type === 'PatientErased').map((event) => event.position);
    const store = await openViewReader(folder);
    const scrubbed: string[] = [];
    const noting: ProjectionStore = {
      ...store,
      async write(batch) {
        if (batch.scrub) scrubbed.push(batch.checkpoint.to.position);
        return store.write(batch);
      },
    };
    await catchUp(await feedOf(events), noting);
    await store.close();
    const ends = [1_000, events.length].map((end) => events[end - 1]?.position ?? '');
    const affectedEnds = ends.filter((end, at) =>
      erasures.some((erasure) => erasure <= end && erasure > (ends[at - 1] ?? '')),
    );
    expect(scrubbed).toEqual(affectedEnds);
    expect(scrubbed).not.toEqual([]);
  });

  test('moves the checkpoint past a trail that changes no row', async () => {
    const historyRead: RecordedDaylineEvent = {
      type: 'HistoryRead',
      data: { subject: {} },
      id: testId(3),
      stream: 'account-x',
      revision: 0,
      position: '0000000000000001',
      metadata: metadataOf(1, testId(9)),
    };
    const { checkpoint } = await project([historyRead]);
    expect(checkpoint?.eventId).toBe(historyRead.id);
    expect(await dumpFolder(folder)).toEqual([]);
  });
});

describe('an event that can’t be folded', () => {
  const events = history(600);
  const firstBooking = events.findIndex((event) => event.type === 'AppointmentBooked');
  const booked = events[firstBooking];
  if (booked?.type !== 'AppointmentBooked') throw new Error('the history has no booking');
  const { stream } = booked;
  const { pocId, date, own } = { pocId: booked.data.appointmentId.slice(0, 26), date: '20261121', own: testId(77) };
  const ghost: RecordedDaylineEvent = {
    ...booked,
    type: 'AppointmentMarkedVisited',
    id: testId(4),
    revision: booked.revision + 1,
    data: {
      ...booked.data,
      appointmentId: `${pocId}_${date}_${own}`,
      statusBefore: 'Confirmed',
      statusAfter: 'Availed',
    },
  };
  const shifted = events.map((event, index) =>
    event.stream === stream && index > firstBooking ? { ...event, revision: event.revision + 1 } : event,
  );
  const poisoned = insertAt(shifted, firstBooking + 1, ghost);
  // A refused move changes no row, so nothing of it is held back.
  const held = poisoned.filter(
    (event, index) => event.stream === stream && index > firstBooking && event.type !== 'MoveRefused',
  );

  test('is parked with the later ones of its stream, and the rest flows on', async () => {
    const { parked, status, checkpoint } = await project(poisoned);
    expect(parked[0]).toMatchObject({ eventId: ghost.id, type: ghost.type, stream });
    expect(parked[0]?.reason).toContain('finds no row to change');
    expect(parked.map((event) => event.eventId)).toEqual(held.map((event) => event.id));
    expect(status).toMatchObject({ parkedStreams: [stream], parkedEvents: parked.length });
    expect(checkpoint?.position).toBe(poisoned.at(-1)?.position);
    expect(await dumpFolder(folder)).toEqual(expectedRows(poisoned.filter((event) => !held.includes(event))));
    expect(held.length).toBeGreaterThan(2);
  });

  test('stays parked when the projector is started again in between', async () => {
    await project(poisoned.slice(0, firstBooking + 3));
    const { parked } = await project(poisoned);
    expect(parked).toHaveLength(held.length);
    expect(await dumpFolder(folder)).toEqual(expectedRows(poisoned.filter((event) => !held.includes(event))));
  });
});

test('a person whose stream is parked is erased all the same', async () => {
  const events = history(1300);
  const erased = events.find((event, index) => {
    const later = events.slice(0, index).filter(({ stream }) => stream === event.stream);
    return event.type === 'PatientErased' && later.length > 0;
  });
  if (!erased) throw new Error('the history erases nobody');
  // A correction that can't be folded: it and the later events of its stream are parked.
  const wrong = { ...erased, type: 'PatientDetailsCorrected', data: { name: 7 } } as unknown as RecordedDaylineEvent;
  const at = events.indexOf(erased);
  const poisoned = insertAt(events, at, { ...wrong, id: testId(5) }).map((event) =>
    event.id === erased.id ? { ...event, revision: erased.revision + 1 } : event,
  );
  const { parked } = await project(poisoned);
  expect(parked.map(({ eventId }) => eventId)).toEqual([testId(5)]);
  const withoutWrong = poisoned.filter(({ id }) => id !== testId(5));
  expect(await dumpFolder(folder)).toEqual(expectedRows(withoutWrong));
});

describe('types that this build doesn’t know', () => {
  const events = history(60);
  const foreign = (type: string, ordinal: number) => ({
    id: testId(ordinal),
    type,
    data: {},
    metadata: metadataOf(ordinal, testId(9)),
  });

  test('of our own stop the projection before them, and it says so', async () => {
    const log = openMemoryEventLog();
    await appendAll(log, events);
    await log.append('doctorDay-x', 'noStream', [foreign('AppointmentTeleported', 5)]);
    await log.append('account-y', 'noStream', [foreign('SignedOut', 6)]);
    const store = await openViewReader(folder);
    const { end } = await catchUp(openSealedLog(log, memoryKeyRing()), store);
    expect(end).toMatchObject({ end: 'stopped', reason: expect.stringContaining('AppointmentTeleported') });
    expect((await store.checkpoint())?.eventId).toBe(events.at(-1)?.id);
    await store.close();
  });

  test('that begin with $ are the event store’s and are passed over', async () => {
    const log = openMemoryEventLog();
    await log.append('$settings', 'noStream', [foreign('$metadata', 5)]);
    await appendAll(log, events);
    const store = await openViewReader(folder);
    const { end } = await catchUp(openSealedLog(log, memoryKeyRing()), store);
    expect(end).toEqual({ end: 'aborted' });
    expect((await store.checkpoint())?.eventId).toBe(events.at(-1)?.id);
    await store.close();
  });
});

test('a log that lacks the checkpoint’s event is not folded into the rows that serve', async () => {
  const events = history(300, 1);
  await project(events);
  for (const stored of [
    events.slice(0, 200),
    history(350, 2).map((event) => ({ ...event, id: `${event.id}K`.slice(1) })),
  ]) {
    expect((await project(stored)).end).toEqual({ end: 'setBack' });
    expect(await dumpFolder(folder)).toEqual(expectedRows(events));
  }
});

test('a log that skips a position is refused before anything of the page is folded', async () => {
  const events = history(60);
  const feed = await feedOf(events);
  const skipping: EventFeed = {
    ...feed,
    async *follow(after, signal) {
      for await (const item of feed.follow(after, signal)) {
        yield item.kind === 'events' ? { ...item, events: item.events.filter((_, index) => index !== 40) } : item;
      }
    },
  };
  const store = await openViewReader(folder);
  await expect(catchUp(skipping, store)).rejects.toThrow(`position ${events[41]?.position} follows on 40`);
  expect(await store.checkpoint()).toBeNull();
  await store.close();
});

describe('the started projector', () => {
  test('folds what is appended while it runs, and tells the readers of the views', async () => {
    const events = history(400);
    const log = openMemoryEventLog();
    const feed = openSealedLog(log, memoryKeyRing());
    const notified = new EventTarget();
    const onStatus = (status: ProjectorStatus) => {
      if (status.caughtUp) notified.dispatchEvent(new Event('caughtUp'));
    };
    const caughtUp = once(notified, 'caughtUp');
    const views = openSqliteViewStore({ directory: folder });
    const projector = await startProjector({ projection: desk, feed, views, onStatus });
    await caughtUp;
    const reader = await views.open(desk, 'read');
    const seen = new Promise<void>((resolve) => {
      reader.onCommit((position) => position === events.at(-1)?.position && resolve());
    });
    await appendAll(log, events);
    await seen;
    await projector.stop();
    expect(projector.status().checkpoint).toBe(events.at(-1)?.position);
    await views.close();
    expect(await dumpFolder(folder)).toEqual(expectedRows(events));
  });

  test('tries a failing log again, and shows the trouble meanwhile', async () => {
    const events = history(100);
    const feed = await feedOf(events);
    let failures = 3;
    const statuses: ProjectorStatus[] = [];
    const notified = new EventTarget();
    const onStatus = (status: ProjectorStatus) => {
      statuses.push(status);
      if (status.caughtUp) notified.dispatchEvent(new Event('caughtUp'));
    };
    const caughtUp = once(notified, 'caughtUp');
    const head = async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('the log is unavailable');
      return feed.head();
    };
    const views = openSqliteViewStore({ directory: folder });
    const projector = await startProjector({ projection: desk, feed: { ...feed, head }, views, onStatus });
    await caughtUp;
    expect(statuses.some((status) => status.trouble === 'the log is unavailable')).toBe(true);
    expect(projector.status().trouble).toBeNull();
    await projector.stop();
    expect(await dumpFolder(folder)).toEqual(expectedRows(events));
  });
});
