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
import { describeRebuilding } from '../testing/rebuild-stories.ts';
import { catchUp, dumpFolder, feedOf, newFolder, openViewReader, removeFolder } from '../testing/views.ts';
import type { ComparisonOutcome } from './compare.ts';
import { type RebuildProgress, rebuildViews } from './rebuild.ts';
import type { EventFeed } from './run.ts';

const history = (size: number, seed = 11): RecordedDaylineEvent[] => recorded(randomHistory({ seed, size }));
const expectedRows = (events: readonly RecordedDaylineEvent[]) => dumpRows(desk, foldAll(desk, events));

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => removeFolder(folder));

const viewsOf = () => openSqliteViewStore({ directory: folder });

async function rebuilt(feed: EventFeed) {
  const views = viewsOf();
  const progress: RebuildProgress[] = [];
  const found: ComparisonOutcome[] = [];
  const done = await rebuildViews({
    projection: desk,
    feed,
    views,
    signal: new AbortController().signal,
    onProgress: (report) => progress.push(report),
    onCompared: (comparison) => found.push(comparison),
  }).finally(() => views.close());
  return { done, progress, compared: found[0] };
}

const projected = async (feed: EventFeed, addFault: (store: ProjectionStore) => ProjectionStore = (store) => store) => {
  const store = await openViewReader(folder);
  await catchUp(feed, addFault(store));
  await store.close();
};

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

  test('say which rows of the old ones were wrong, and correct them', async () => {
    const events = history(300);
    const feed = await feedOf(events);
    const damaged = (store: ProjectionStore): ProjectionStore => ({
      ...store,
      async write(batch) {
        const spoiltKeys = batch.writes.flatMap(({ view, row }) => (view === 'patients' ? row.key : [])).slice(0, 2);
        const writes = batch.writes.map((write) =>
          spoiltKeys.includes(write.row.key) ? { ...write, row: { ...write.row, damaged: true } } : write,
        );
        return store.write({ ...batch, writes });
      },
    });
    await projected(feed, damaged);
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

describeRebuilding('in SQLite', viewsOf);
