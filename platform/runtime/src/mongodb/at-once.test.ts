import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { type Mongo, openMongo } from './connect.ts';

/** What the adapters rely on with several clients at work; the tests' stand-in needs fixes for it. */
await describeOnMongodb('at once', (server) => {
  let mongo: Mongo;
  beforeEach(() => {
    mongo = openMongo({ url: server.database(), answerWithinMs: 60_000, findWithinMs: 60_000 });
  });
  afterEach(() => mongo.close());

  test('dropped collections stay gone where others list collections meanwhile', async () => {
    const { db } = mongo;
    const names = Array.from({ length: 60 }, (_, number) => `dropped-${number}`);
    const listed = async () => (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    await Promise.all(names.map((name) => db.collection(name).insertOne({})));
    let isDropping = true;
    const list = async () => {
      while (isDropping) await listed();
    };
    const lists = [list(), list()];
    for (const name of names) await db.collection(name).drop();
    isDropping = false;
    await Promise.all(lists);
    expect(await listed()).toEqual([]);
  });

  test('each update answers with the document that it changed', async () => {
    const counters = mongo.db.collection<{ _id: string; level: number; by: number | null }>('counters');
    for (let round = 0; round < 10; round += 1) {
      const _id = `counter-${round}`;
      await counters.insertOne({ _id, level: 0, by: null });
      const indexes = Array.from({ length: 16 }, (_, index) => index);
      const before = await Promise.all(
        indexes.map((by) => counters.findOneAndUpdate({ _id }, { $inc: { level: 1 }, $set: { by } })),
      );
      expect(new Set(before.map((found) => found?.level))).toEqual(new Set(indexes));
      expect(new Set(before.map((found) => found?.by)).size).toBe(indexes.length);
    }
  });
});
