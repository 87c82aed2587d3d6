import { type Mongo, openMongo } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { type Rebuild, RebuildUnderWay, type ViewStore } from '../port.ts';
import { checkpointAt, insert, visit, visits } from '../testing/contract-rows.ts';
import { openMongoViewStore } from './open.ts';

await describeOnMongodb('a rebuild in MongoDB that was overtaken', (server) => {
  let mongo: Mongo;
  let views: ViewStore;
  let rebuild: Rebuild;
  const entry = { _id: 'views.visits@1' } as const;
  const pointers = () => mongo.views.collection<{ _id: string; serving: number }>('views');
  const leases = () => mongo.views.collection<{ _id: string; by: string; until: number }>('leases');
  const lock = { _id: 'views.visits@1.rebuild' } as const;

  beforeEach(async () => {
    mongo = openMongo({ url: server.database(), answerWithinMs: 20_000 });
    views = openMongoViewStore({ mongo });
    const store = await views.open(visits, 'write');
    const batch = { writes: [insert(visit('a', 1))], checkpoint: { from: null, to: checkpointAt(1) } };
    await store.write(batch);
    rebuild = await views.rebuild(visits);
    await rebuild.next.write(batch);
    await rebuild.index();
  });
  afterEach(async () => {
    await rebuild.close();
    await views.close();
    await mongo.close();
  });

  test('swaps while its lock is its own', async () => {
    expect(await rebuild.swap()).toBe(true);
    expect(await pointers().findOne(entry)).toMatchObject({ serving: 2, previous: 1 });
  });

  test.each([
    ['has the lock', () => leases().updateOne(lock, { $set: { by: 'other', until: Number.MAX_SAFE_INTEGER } })],
    ['had it for a moment', () => leases().deleteOne(lock)],
  ])('ends for good where somebody else %s', async (_, overtake) => {
    await overtake();
    await expect(rebuild.swap()).rejects.toThrow(RebuildUnderWay);
    await expect(rebuild.swap()).rejects.toThrow(RebuildUnderWay);
    expect(await pointers().findOne(entry)).toMatchObject({ serving: 1 });
  });

  test('ends where other views serve than those that it would replace', async () => {
    await pointers().updateOne(entry, { $set: { serving: 7 } });
    await expect(rebuild.swap()).rejects.toThrow(RebuildUnderWay);
    expect(await pointers().findOne(entry)).toMatchObject({ serving: 7 });
  });
});
