import { noDetails } from '@dayline/contracts/clinic/identity';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import type { KeyRing } from '@dayline/runtime/key-ring';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import type { ViewStore } from '@dayline/view-store/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { desk } from '../projections/desk/projection.ts';
import { foldAll } from '../projections/fold.ts';
import { appendAll, metadataOf, recorded, testId } from '../testing/draft.ts';
import { dumpRows } from '../testing/dump.ts';
import { randomHistory } from '../testing/history.ts';
import { catchUp, dumpFolder, feedOf, newFolder, openViewReader, removeFolder } from '../testing/views.ts';
import { rebuildViews } from './rebuild.ts';
import type { EventFeed } from './run.ts';
import { startProjector } from './start.ts';
import type { ProjectorStatus } from './status.ts';

const events = recorded(randomHistory({ seed: 3, size: 300 }));
const expectedRows = (of: readonly RecordedDaylineEvent[]) => dumpRows(desk, foldAll(desk, of));

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

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Missing views are built beside the serving ones; these exist, so they are followed. */
async function foldFirst(count: number): Promise<void> {
  const store = await views.open(desk, 'write');
  await catchUp(await feedOf(events.slice(0, count)), store);
  await store.close();
}

test('a log that ends what has no end, or breaks off, is followed again from the checkpoint', async () => {
  const feed = await feedOf(events);
  await foldFirst(20);
  let follows = 0;
  const dropping: EventFeed = {
    ...feed,
    async *follow(after, signal) {
      follows += 1;
      for await (const item of feed.follow(after, signal)) {
        yield item.kind === 'events' ? { ...item, events: item.events.slice(0, 40) } : item;
        if (item.kind === 'caughtUp') continue;
        if (follows % 2 === 0) throw new Error('the connection is gone');
        return;
      }
    },
  };
  const seen: ProjectorStatus[] = [];
  const projector = await startProjector({
    projection: desk,
    feed: dropping,
    views,
    onStatus: (status) => seen.push(status),
  });
  await until(() => projector.status().caughtUp && projector.status().checkpoint === events.at(-1)?.position);
  await projector.stop();
  expect(follows).toBe(Math.ceil((events.length - 20) / 40) + 1);
  expect(seen.some(({ trouble }) => trouble === 'the connection is gone')).toBe(true);
  expect(projector.status().trouble).toBeNull();
  expect(await dumpFolder(folder)).toEqual(expectedRows(events));
});

test('a log that ends at once, over and over, is asked ever more seldom', async () => {
  const feed = await feedOf(events);
  await catchUp(feed, await views.open(desk, 'write'));
  const requests: number[] = [];
  const ending: EventFeed = {
    ...feed,
    async *follow(after) {
      requests.push(performance.now());
      yield { kind: 'caughtUp', position: after };
    },
  };
  const projector = await startProjector({ projection: desk, feed: ending, views });
  await until(() => requests.length === 7);
  await projector.stop();
  const waits = requests.slice(1).map((instant, index) => instant - (requests[index] ?? 0));
  // The sixth wait is 640 ms, minus at most half for jitter.
  expect(waits.at(-1)).toBeGreaterThan(300);
});

test('told to stop, it ends after the batch in hand is written', async () => {
  const feed = await feedOf(events);
  await foldFirst(20);
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = false;
  const slow: ViewStore = {
    ...views,
    async open(projection, mode) {
      const store = await views.open(projection, mode);
      return {
        ...store,
        async write(batch) {
          begun = true;
          await held;
          return store.write(batch);
        },
      };
    },
  };
  const projector = await startProjector({ projection: desk, feed, views: slow });
  await until(() => begun);
  const stopped = projector.stop();
  release();
  await stopped;
  const store = await openViewReader(folder);
  expect((await store.checkpoint())?.position).toBe(events.at(-1)?.position);
  await store.close();
});

test.each([
  ['type', { type: 'New', newerBy: 0 }],
  ['version', { type: null, newerBy: 1 }],
])('a newer %s of our own stops the projection, and a newer build goes on from there', async (_, newer) => {
  const later = events.slice(200);
  const feed = await feedOf(events);
  const [first] = later;
  if (!first) throw new Error('the history is too short');
  const type = newer.type ?? first.type;
  const version = first.metadata.schemaVersion + newer.newerBy;
  const newerType = { type, metadata: { ...first.metadata, schemaVersion: version } };
  const older: EventFeed = {
    ...feed,
    async *follow(after, signal) {
      for await (const item of feed.follow(after, signal)) {
        if (item.kind === 'caughtUp') yield item;
        else
          yield {
            ...item,
            events: item.events.map((event) => (event.id === first.id ? { ...event, ...newerType } : event)),
          };
      }
    },
  };
  const old = await startProjector({ projection: desk, feed: older, views });
  await until(() => old.status().stopped !== null);
  expect(old.status().stopped).toContain(`unknown event ${type} (version ${version}) at ${first.position}`);
  await old.stop();
  const upgraded = await startProjector({ projection: desk, feed, views });
  await until(() => upgraded.status().caughtUp);
  expect(upgraded.status().stopped).toBeNull();
  await upgraded.stop();
  expect(await dumpFolder(folder)).toEqual(expectedRows(events));
});

describe('an event whose personal key is not there', () => {
  const [erased, lost] = [testId(21), testId(22)];
  const register = async (ring: KeyRing) => {
    const log = openMemoryEventLog();
    await appendAll(log, events);
    const sealed = openSealedLog(log, ring);
    for (const [index, patientId] of [erased, lost].entries()) {
      const { chain: _, keyIds: __, schemaVersion: ___, ...metadata } = metadataOf(1, testId(1));
      const data = {
        ...noDetails,
        clientId: testId(1),
        name: `Asha ${index}`,
        phone: `91981234567${index}`,
        email: null,
        location: null,
      };
      const event = { id: testId(30 + index), type: 'PatientRegistered', data, metadata };
      await sealed.append(`patient-${patientId}`, 'noStream', chainStart, [event]);
    }
    return log;
  };

  test('is an erased person’s where the key was destroyed, and parked where the vault lacks it; a rebuild brings it back', async () => {
    const ring = memoryKeyRing();
    const log = await register(ring);
    ring.destroy(`patient-${erased}`);
    const older: KeyRing = {
      ...ring,
      get: async (ids) => ring.get(ids.filter((id) => id !== `patient-${lost}`)),
    };
    const projector = await startProjector({ projection: desk, feed: openSealedLog(log, older), views });
    await until(() => projector.status().caughtUp);
    expect(projector.status()).toMatchObject({
      trouble: null,
      parkedEvents: 1,
      parkedStreams: [`patient-${lost}`],
      checkpoint: await log.head(),
    });
    await projector.stop();
    const store = await views.open(desk, 'write');
    expect((await store.parked())[0]?.reason).toContain(`the key patient-${lost} is not in the vault`);
    expect([...(await store.load('patients', [erased, lost])).keys()]).toEqual([erased]);
    // The checkpoint's event is the one it can't decrypt, which must not prevent a start.
    const again = await startProjector({ projection: desk, feed: openSealedLog(log, older), views });
    await until(() => again.status().caughtUp);
    expect(again.status()).toMatchObject({ trouble: null, parkedEvents: 1 });
    await again.stop();
    const { signal } = new AbortController();
    const moved = new Promise<void>((resolve) => store.onSwap(resolve));
    await rebuildViews({ projection: desk, feed: openSealedLog(log, ring), views, signal });
    await moved;
    expect((await store.load('patients', [lost])).get(lost)).toMatchObject({ name: 'Asha 1' });
    expect(await store.parked()).toEqual([]);
  });
});
