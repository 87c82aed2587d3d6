/** A projector whose log was emptied, replaced or restored from an older copy. */
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { openEventStoreLog } from '@dayline/event-log/eventstoredb/open';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import type { ProjectionStore, ViewStore } from '@dayline/view-store/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { desk } from '../projections/desk/projection.ts';
import { foldAll } from '../projections/fold.ts';
import { appendAll, recorded } from '../testing/draft.ts';
import { dumpRows, dumpStore } from '../testing/dump.ts';
import { randomHistory } from '../testing/history.ts';
import { catchUp, dumpFolder, feedOf, newFolder, removeFolder } from '../testing/views.ts';
import type { EventFeed } from './run.ts';
import { startProjector } from './start.ts';
import type { ProjectorStatus } from './status.ts';

const history = (size: number, seed: number): RecordedDaylineEvent[] => recorded(randomHistory({ seed, size }));
const expectedRows = (events: readonly RecordedDaylineEvent[]) => dumpRows(desk, foldAll(desk, events));
/** A different log with other events at the same positions. */
const others = (events: readonly RecordedDaylineEvent[]) =>
  events.map((event) => ({ ...event, id: event.id.replace('01J', '01K') }));

let folder: string;
let views: ViewStore;
beforeEach(() => {
  folder = newFolder();
  views = openSqliteViewStore({ directory: folder });
});
afterEach(async () => {
  await views.close();
  removeFolder(folder);
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A feed that checks a reader's rows before each page. */
const watched = (feed: EventFeed, look: () => Promise<void>): EventFeed => ({
  ...feed,
  async *follow(after, signal, options) {
    for await (const item of feed.follow(after, signal, options)) {
      await look();
      yield item;
    }
  },
});

const before = history(400, 1);

test.each([
  ['an older copy', before.slice(0, 250)],
  ['an older copy that has grown past the old end', [...before.slice(0, 250), ...others(history(600, 1).slice(250))]],
  ['another log', others(history(350, 2))],
  ['an empty log', []],
])('at the start, with %s: the views are rebuilt beside, and readers never see half of them', async (_, events) => {
  const store = await views.open(desk, 'write');
  await catchUp(await feedOf(before), store);
  await store.close();
  const reader: ProjectionStore = await views.open(desk, 'read');
  let hasMoved = false;
  reader.onSwap(() => {
    hasMoved = true;
  });
  const seen = new Set<string>();
  const look = async () => void (hasMoved || seen.add((await dumpStore(desk, reader)).join()));
  const statuses: ProjectorStatus[] = [];
  const projector = await startProjector({
    projection: desk,
    feed: watched(await feedOf(events), look),
    views,
    onStatus: (status) => statuses.push(status),
  });
  await until(() => hasMoved && projector.status().caughtUp);
  await projector.stop();
  expect(projector.status()).toMatchObject({ trouble: null, checkpoint: events.at(-1)?.position ?? null });
  expect(statuses.some(({ trouble, caughtUp }) => trouble?.includes('was set back') === true && !caughtUp)).toBe(true);
  expect(await dumpFolder(folder)).toEqual(expectedRows(events));
  expect([...seen]).toEqual([expectedRows(before).join()]);
});

/** Without positions and times, which the server assigns. */
const withoutPlaces = (row: string): string =>
  row.replace(/"at":"[^"]*"/g, '').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');

test('while it runs: the log is exchanged in an outage, and again while the views are being rebuilt', async () => {
  const server = await startFaultyEventStore();
  const { faults } = server;
  const log = await openEventStoreLog({ url: server.url });
  await appendAll(log, before.slice(0, 250));
  const copy = faults.copyLog();
  await appendAll(log, before.slice(250));
  const projector = await startProjector({ projection: desk, feed: openSealedLog(log, memoryKeyRing()), views });
  const reader = await views.open(desk, 'read');
  const isAtEnd = async () =>
    projector.status().caughtUp && (await reader.checkpoint())?.position === (await log.head());
  await until(isAtEnd);
  for (const events of [before.slice(0, 250), [...before.slice(0, 250), ...others(before.slice(250))]]) {
    await faults.stop();
    faults.restoreLog(copy);
    await faults.start();
    const otherLog = await openEventStoreLog({ url: server.url });
    await appendAll(otherLog, events.slice(250));
    await otherLog.close();
    await until(isAtEnd);
    expect((await dumpStore(desk, reader)).map(withoutPlaces)).toEqual(expectedRows(events).map(withoutPlaces));
  }
  await projector.stop();
  await log.close();
  await server.stop();
});
