import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import type { MongoClient } from 'mongodb';
import { type Mongo, openMongo } from './connect.ts';
import { buildIndexes } from './indexes.ts';

await describeOnMongodb('building indexes in MongoDB', (server) => {
  let mongo: Mongo;
  const sent: unknown[] = [];
  beforeEach(async () => {
    sent.length = 0;
    mongo = openMongo({ url: server.database(), answerWithinMs: 500 });
    // Missing in the driver's types; takes effect before connecting.
    (mongo.client as MongoClient & { monitorCommands: boolean }).monitorCommands = true;
    mongo.client.on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'createIndexes') sent.push(command['commitQuorum']);
    });
  });
  afterEach(async () => {
    await server.faults?.failPoint('off');
    await mongo.close();
  });
  const build = () => buildIndexes(mongo.db.collection('rows'), [{ key: { day: 1 }, name: 'byDay' }]);
  const names = async () => (await mongo.db.collection('rows').indexes()).map(({ name }) => name);

  test('a majority has them, one that is unavailable is not waited for', async () => {
    await build();
    await build();
    expect([sent, await names()]).toEqual([
      ['majority', 'majority'],
      ['_id_', 'byDay'],
    ]);
  });

  const { faults } = server;
  if (!faults) {
    test.skip('building indexes through faults (not on a given server)', () => {});
    return;
  }

  test('takes longer than an answer may, and is asked for once', async () => {
    const slow = { failCommands: ['createIndexes'], blockConnection: true, blockTimeMS: 1500 };
    await faults.failPoint({ times: 1 }, slow);
    await build();
    expect([sent.length, await names()]).toEqual([1, ['_id_', 'byDay']]);
  });

  test.each([
    ['the primary changed', { errorCode: 10107 }],
    ['the build was aborted', { errorCode: 276 }],
    ['the connection ended', { closeConnection: true }],
  ])('goes on where %s', async (_, fault) => {
    await faults.failPoint({ times: 2 }, { failCommands: ['createIndexes'], ...fault });
    await build();
    expect(await names()).toEqual(['_id_', 'byDay']);
  });

  test('ends where the server refuses, and with its client', async () => {
    await faults.failPoint('alwaysOn', { failCommands: ['createIndexes'], errorCode: 67 });
    await expect(build()).rejects.toMatchObject({ code: 67 });
    await mongo.close();
    await expect(build()).rejects.toThrow();
  });
});
