import { type Mongo, openMongo } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { startTcpProxy, type TcpProxy } from '@dayline/test-servers/tcp-proxy';
import { type ProjectionStore, type RowWrite, ViewStoreUnavailable } from '../port.ts';
import { at, checkpointAt, insert, keysOf, visit, visits } from '../testing/contract-rows.ts';
import { openMongoViewStore } from './open.ts';

await describeOnMongodb('views in MongoDB when it fails', (server) => {
  let url: string;
  let proxy: TcpProxy;
  let direct: Mongo;
  let through: Mongo;
  let opened: ProjectionStore[] = [];
  const open = async (mongo: Mongo): Promise<ProjectionStore> => {
    const store = await openMongoViewStore({ mongo }).open(visits, 'write');
    opened.push(store);
    return store;
  };

  beforeEach(async () => {
    url = server.database();
    proxy = await startTcpProxy(server);
    direct = openMongo({ url, answerWithinMs: 60_000, findWithinMs: 1000 });
    const address = url.replace(`${server.host}:${server.port}`, `127.0.0.1:${proxy.port}`);
    through = openMongo({ url: address, answerWithinMs: 2000, findWithinMs: 1000 });
  });
  afterEach(async () => {
    await server.faults?.failPoint('off');
    proxy.resume();
    await Promise.all(opened.map((store) => store.close()));
    opened = [];
    await Promise.all([direct.close(), through.close()]);
    await proxy.stop();
  });

  const shown = async (store: ProjectionStore) =>
    keysOf((await store.query({ view: 'visits', where: {}, order: [{ field: 'key' }] })).rows);
  const keys = Array.from({ length: 40 }, (_, index) => `k${String(index).padStart(2, '0')}`);
  /** Rows of 1 kB, so that a batch spans many packets. */
  const rowAt = (key: string, ordinal: number) => visit(key, ordinal, { search: `${key} `.repeat(250) });

  /** Reads the current rows and writes missing ones, as a projector does. */
  async function foldTo(store: ProjectionStore, ordinal: number): Promise<void> {
    for (;;) {
      const from = await store.checkpoint();
      if (from?.position === at(ordinal)) return;
      const current = await store.load('visits', keys);
      const writes = keys.flatMap((key): RowWrite[] => {
        const was = current.get(key)?.at ?? null;
        return was !== null && was >= at(ordinal) ? [] : [{ view: 'visits', row: rowAt(key, ordinal), was }];
      });
      const { written } = await store.write({ writes, checkpoint: { from, to: checkpointAt(ordinal) } });
      if (written) return;
    }
  }

  test('a connection that is cut in the middle of a batch leaves a checkpoint that knows nothing of it', async () => {
    const [store, reader] = [await open(through), await open(direct)];
    await foldTo(store, 1);
    for (const bytes of [200, 2_000, 12_000, 30_000, 45_000]) {
      const before = await reader.checkpoint();
      const ordinal = Number(before?.position) + 1;
      proxy.refuseAfter(bytes);
      await expect(foldTo(store, ordinal)).rejects.toThrow(ViewStoreUnavailable);
      expect(await reader.checkpoint()).toEqual(before);
      proxy.resume();
      await foldTo(store, ordinal);
      const rows = await reader.load('visits', keys);
      expect([...rows.values()].map((row) => row.at)).toEqual(keys.map(() => at(ordinal)));
    }
  });

  test('is unavailable whether it refuses or is silent, and found again by itself', async () => {
    const store = await open(through);
    await foldTo(store, 1);
    for (const fail of [() => proxy.refuse(), () => proxy.hold()]) {
      fail();
      await expect(store.count({ view: 'visits', where: {} })).rejects.toThrow(ViewStoreUnavailable);
      await expect(foldTo(store, 2)).rejects.toThrow(ViewStoreUnavailable);
      proxy.resume();
      expect(await store.count({ view: 'visits', where: {} })).toBe(keys.length);
    }
  });

  // The driver retries pending operations, but not those begun on a connection that has just ended.
  test('a short cut is over with the next question', async () => {
    const store = await open(through);
    const again = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
      ask().catch((error: unknown) => {
        if (!(error instanceof ViewStoreUnavailable)) throw error;
        return ask();
      });
    await foldTo(store, 1);
    proxy.cut();
    expect(await again(() => shown(store))).toEqual(keys);
    proxy.cut();
    await again(() => foldTo(store, 2));
    expect(await store.checkpoint()).toEqual(checkpointAt(2));
  });

  test('a closed store says that it is unavailable, a wrong question is a fault', async () => {
    const store = await open(direct);
    await expect(store.query({ view: 'visits', where: { nothing: 1 } })).rejects.toThrow(TypeError);
    await store.close();
    await expect(store.checkpoint()).rejects.toThrow(ViewStoreUnavailable);
  });

  test('a reader can’t write', async () => {
    const reader = await openMongoViewStore({ mongo: direct }).open(visits, 'read');
    opened.push(reader);
    const batch = { writes: [insert(visit('a', 1))], checkpoint: { from: null, to: checkpointAt(1) } };
    await expect(reader.write(batch)).rejects.toThrow(TypeError);
  });

  const { faults } = server;
  if (!faults) {
    test.skip('views in MongoDB: torn by fail points (not on a given server)', () => {});
    return;
  }

  test('a batch is torn between its commands: what was written stays, and folding again completes it', async () => {
    const store = await open(direct);
    await foldTo(store, 1);
    // One row is new, so the batch is an insert and an update; the update fails.
    await faults.failPoint('alwaysOn', { failCommands: ['update'], closeConnection: true });
    const writes = [insert(rowAt('new', 2)), { view: 'visits', row: rowAt('k00', 2), was: at(1) }];
    const checkpoint = { from: checkpointAt(1), to: checkpointAt(2) };
    await expect(store.write({ writes, checkpoint })).rejects.toThrow(ViewStoreUnavailable);
    await faults.failPoint('off');
    expect(await store.checkpoint()).toEqual(checkpointAt(1));
    expect((await store.load('visits', ['k00', 'new'])).get('new')).toEqual(rowAt('new', 2));
    expect(await store.write({ writes, checkpoint })).toEqual({ written: false, checkpoint: checkpointAt(1) });
    await foldTo(store, 3);
    expect(await shown(store)).toEqual([...keys, 'new']);
  });

  test('parked events are kept before the checkpoint passes them', async () => {
    const store = await open(direct);
    await faults.failPoint('alwaysOn', { failCommands: ['insert'], closeConnection: true });
    const parked = [{ position: at(1), eventId: 'e', stream: 'visit-1', type: 'Visited', reason: 'no row' }];
    const batch = { writes: [], parked, checkpoint: { from: null, to: checkpointAt(1) } };
    await expect(store.write(batch)).rejects.toThrow(ViewStoreUnavailable);
    await faults.failPoint('off');
    expect([await store.checkpoint(), await store.parked()]).toEqual([null, parked]);
    expect(await store.write(batch)).toEqual({ written: true });
    expect(await store.parked()).toEqual(parked);
  });

  test('a server that stops being the primary is unavailable', async () => {
    const store = await open(direct);
    await foldTo(store, 1);
    await faults.failPoint('alwaysOn', { failCommands: ['update'], errorCode: 10107 });
    await expect(foldTo(store, 2)).rejects.toThrow(ViewStoreUnavailable);
  });

  test('a write that no majority has kept is not acknowledged', async () => {
    const store = await open(direct);
    await foldTo(store, 1);
    const writeConcernError = { code: 64, errmsg: 'waiting for replication timed out' };
    await faults.failPoint('alwaysOn', { failCommands: ['update'], writeConcernError });
    await expect(foldTo(store, 2)).rejects.toThrow(ViewStoreUnavailable);
  });

  if (!faults.process) return;
  const { process } = faults;
  test('a server that is killed and comes back has every acknowledged batch', async () => {
    const store = await open(direct);
    await foldTo(store, 1);
    await process.kill();
    await expect(foldTo(store, 2)).rejects.toThrow(ViewStoreUnavailable);
    await process.restart();
    expect(await store.checkpoint()).toEqual(checkpointAt(1));
    expect(await shown(store)).toEqual(keys);
    await foldTo(store, 2);
    expect(await store.checkpoint()).toEqual(checkpointAt(2));
  });
});
