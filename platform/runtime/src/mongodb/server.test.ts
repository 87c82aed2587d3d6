import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { openMongo } from './connect.ts';

await describeOnMongodb('the MongoDB of the tests', (server) => {
  test('keeps what it acknowledged, also when it is killed', async () => {
    const url = server.database();
    const mongo = openMongo({ url, answerWithinMs: 60_000 });
    await mongo.db.collection('things').insertOne({ kept: true });
    if (server.faults?.process) {
      await server.faults.process.kill();
      await server.faults.process.restart();
    }
    expect(await mongo.db.collection('things').countDocuments({ kept: true })).toBe(1);
    await mongo.close();
  });

  test('gives each suite a database of its own', () => {
    expect(server.database()).not.toBe(server.database());
  });
});
