import { setTimeout as pause } from 'node:timers/promises';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { type Mongo, openMongo } from './connect.ts';
import { mongoLease } from './lease.ts';

await describeOnMongodb('a lease in MongoDB', (server) => {
  let mongo: Mongo;
  beforeEach(() => {
    mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
  });
  afterEach(() => mongo.close());

  test('is had by one of many that ask at once', async () => {
    const leases = Array.from({ length: 10 }, () => mongoLease(mongo.db, 'desk@1'));
    const had = await Promise.all(leases.map((lease) => lease.attempt()));
    expect(had.filter(Boolean)).toHaveLength(1);
    const holder = leases[had.indexOf(true)];
    expect(await holder?.attempt()).toBe(true);
  });

  test('goes to the next one when it is given up, and leases of other names are apart', async () => {
    const [first, second] = [mongoLease(mongo.db, 'desk@1'), mongoLease(mongo.db, 'desk@1')];
    expect([await first.attempt(), await second.attempt()]).toEqual([true, false]);
    expect(await mongoLease(mongo.db, 'activity@1').attempt()).toBe(true);
    await second.release();
    expect(await second.attempt()).toBe(false);
    await first.release();
    expect([await second.attempt(), await first.attempt()]).toEqual([true, false]);
  });

  test('falls to a waiter when its holder says nothing more', async () => {
    const [first, second] = [mongoLease(mongo.db, 'desk@1'), mongoLease(mongo.db, 'desk@1')];
    await first.attempt();
    while (!(await second.attempt())) await pause(100);
    expect(await first.attempt()).toBe(false);
  });
});
