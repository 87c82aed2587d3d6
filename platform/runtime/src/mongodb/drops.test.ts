import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { type Mongo, openMongo } from './connect.ts';

await describeOnMongodb('dropped collections', (server) => {
  let mongo: Mongo | undefined;
  afterEach(() => mongo?.close());

  test('stay gone, also where others list collections meanwhile', async () => {
    mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
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
});
