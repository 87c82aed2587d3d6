import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { openMemoryEventLog } from '@dayline/platform/event-log/memory/open';
import { memoryKeyRing } from '@dayline/platform/sealed-log/memory-key-ring';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import { type ProjectionStore, RebuildUnderWay } from '@dayline/platform/view-store/port';
import { openSqliteViewStore } from '@dayline/platform/view-store/sqlite/open';
import { desk } from '../projections/desk/projection.ts';
import { foldAll } from '../projections/fold.ts';
import { PoisonEvent, type Projection, type View } from '../projections/projection.ts';
import { appendAll, metadataOf, recorded, testId } from '../testing/draft.ts';
import { dumpRows, dumpStore } from '../testing/dump.ts';
import { randomHistory } from '../testing/history.ts';
import { catchUp, dumpFolder, feedOf, newFolder, openDesk, removeFolder } from '../testing/views.ts';
import type { Compared } from './compare.ts';
import { type RebuildProgress, rebuildViews } from './rebuild.ts';
import type { EventFeed } from './run.ts';
import { startProjector } from './start.ts';

const history = (size: number, seed = 11): RecordedDaylineEvent[] => recorded(randomHistory({ seed, size }));
const expectedRows = (events: readonly RecordedDaylineEvent[]) => dumpRows(desk, foldAll(desk, events));

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => removeFolder(folder));

const viewsOf = () => openSqliteViewStore({ directory: folder });

async function rebuilt(feed: EventFeed, projection: Projection = desk) {
  const views = viewsOf();
  const progress: RebuildProgress[] = [];
  const found: Compared[] = [];
  const done = await rebuildViews({
    projection,
    feed,
    views,
    signal: new AbortController().signal,
    onProgress: (each) => progress.push(each),
    onCompared: (each) => found.push(each),
  }).finally(() => views.close());
  return { done, progress, compared: found[0] };
}

const projected = async (feed: EventFeed, spoil: (store: ProjectionStore) => ProjectionStore = (store) => store) => {
  const store = await openDesk(folder);
  await catchUp(feed, spoil(store));
  await store.close();
};

/** Resolves when the condition holds; the test's own limit ends a wait in vain. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('views rebuilt where no projector runs', () => {
  test('are the same, and say how far they are', async () => {
    const events = history(1200);
    const feed = await feedOf(events);
    await projected(feed);
    const { done, progress, compared } = await rebuilt(feed);
    const rows = expectedRows(events);
    expect(compared).toEqual({ kind: 'compared', rows: rows.length, differing: new Map(), movedOn: 0 });
    expect(done).toEqual({ position: events.at(-1)?.position, parkedEvents: 0 });
    expect(await dumpFolder(folder)).toEqual(rows);
    expect(progress[0]).toMatchObject({ head: events.at(-1)?.position, rate: expect.any(Number) });
    expect(progress[0]?.secondsLeft).toBeGreaterThan(0);
    expect(progress.at(-1)).toMatchObject({ position: events.at(-1)?.position, secondsLeft: 0 });
  });

  test('are compared at the log’s end although the old ones were behind it', async () => {
    const events = history(400);
    await projected(await feedOf(events.slice(0, 150)));
    const { compared } = await rebuilt(await feedOf(events));
    expect(compared).toMatchObject({ kind: 'compared', differing: new Map(), movedOn: 0 });
  });

  test('say which rows of the old ones were wrong, and mend them', async () => {
    const events = history(300);
    const feed = await feedOf(events);
    const spoilt = (store: ProjectionStore): ProjectionStore => ({
      ...store,
      async write(batch) {
        const spoiltKeys = batch.writes.flatMap(({ view, row }) => (view === 'patients' ? row.key : [])).slice(0, 2);
        const writes = batch.writes.map((write) =>
          spoiltKeys.includes(write.row.key) ? { ...write, row: { ...write.row, spoilt: true } } : write,
        );
        return store.write({ ...batch, writes });
      },
    });
    await projected(feed, spoilt);
    const { compared } = await rebuilt(feed);
    expect(compared).toMatchObject({ kind: 'compared', differing: new Map([['patients', 2]]) });
    expect(await dumpFolder(folder)).toEqual(expectedRows(events));
  });

  test('leave the old ones serving when an event is not known', async () => {
    const events = history(100);
    await projected(await feedOf(events));
    const log = openMemoryEventLog();
    await appendAll(log, events);
    const unknown = { id: testId(5), type: 'Teleported', data: {}, metadata: metadataOf(5, testId(9)) };
    await log.append('doctorDay-x', 'noStream', [unknown]);
    await expect(rebuilt(openSealedLog(log, memoryKeyRing()))).rejects.toThrow('unknown event Teleported');
    expect(await dumpFolder(folder)).toEqual(expectedRows(events));
    await expect(rebuilt(await feedOf(events))).resolves.toBeDefined();
  });
});

describe('views rebuilt beside a running projector', () => {
  test('miss nothing that comes meanwhile, nor do the ones before; and all go to and fro by themselves', async () => {
    const events = history(900);
    const [early, late, last] = [events.slice(0, 500), events.slice(500, 800), events.slice(800)];
    const log = openMemoryEventLog();
    const feed = openSealedLog(log, memoryKeyRing());
    await appendAll(log, early);
    const views = viewsOf();
    const projector = await startProjector({ projection: desk, feed, views });
    const reader = await views.open(desk, 'read');
    const reached = (to: RecordedDaylineEvent | undefined) =>
      until(async () => (await reader.checkpoint())?.position === to?.position);
    await reached(early.at(-1));
    let swaps = 0;
    reader.onSwap(() => {
      swaps += 1;
    });
    const appending = (async () => {
      for (let from = 0; from < late.length; from += 10) await appendAll(log, late.slice(from, from + 10));
    })();
    const { compared } = await rebuilt(feed);
    expect(compared).toMatchObject({ kind: 'compared', differing: new Map(), movedOn: 0 });
    await appending;
    await until(async () => swaps === 1);
    await reached(late.at(-1));
    expect(await dumpStore(desk, reader)).toEqual(expectedRows([...early, ...late]));

    expect(await views.rollBack(desk)).toBe(true);
    await until(async () => swaps === 2);
    await appendAll(log, last);
    await reached(last.at(-1));
    expect(await dumpStore(desk, reader)).toEqual(expectedRows(events));
    expect(await views.rollBack(desk)).toBe(true);
    await until(async () => swaps === 3);
    await reached(last.at(-1));
    expect(await dumpStore(desk, reader)).toEqual(expectedRows(events));
    await projector.stop();
    await views.close();
  });

  test('are built by one at a time', async () => {
    const feed = await feedOf(history(50));
    const views = viewsOf();
    const begun = await views.rebuild(desk);
    await expect(rebuilt(feed)).rejects.toThrow(RebuildUnderWay);
    await begun.close();
    await views.close();
    await expect(rebuilt(feed)).resolves.toMatchObject({ done: { parkedEvents: 0 } });
  });
});

test('a rebuild with mended code brings back what was parked, and the running projector sees it', async () => {
  const events = history(500);
  const [wrong] = events.filter((event) => event.type === 'AppointmentBooked');
  if (!wrong) throw new Error('the history has no booking');
  const broken: Projection = {
    ...desk,
    views: desk.views.map(
      (view: View): View => ({
        ...view,
        fold(row, event, key, others) {
          if (event.id === wrong.id) throw new PoisonEvent('a bug');
          return view.fold(row, event, key, others);
        },
      }),
    ),
  };
  const feed = await feedOf(events);
  const views = viewsOf();
  const before = await startProjector({ projection: broken, feed, views });
  await until(async () => before.status().caughtUp);
  expect(before.status().parkedStreams).toEqual([wrong.stream]);
  await before.stop();

  // The mended build: what was parked stays so until the views are rebuilt.
  const mended = await startProjector({ projection: desk, feed, views });
  await until(async () => mended.status().caughtUp);
  const held = mended.status().parkedEvents;
  expect(held).toBe(
    events.filter(({ stream, position }) => stream === wrong.stream && position >= wrong.position).length,
  );
  const { done, compared } = await rebuilt(feed);
  expect(done.parkedEvents).toBe(0);
  if (compared?.kind !== 'compared') throw new Error('not compared');
  expect(compared.differing.get('appointments')).toBeGreaterThan(0);
  await until(async () => mended.status().parkedEvents === 0 && mended.status().caughtUp);
  await mended.stop();
  await views.close();
  expect(await dumpFolder(folder)).toEqual(expectedRows(events));
});
