import { databaseOf, type Mongo, openMongo, viewsOf } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { startTcpProxy } from '@dayline/test-servers/tcp-proxy';
import { openMongoViewStore } from '@dayline/view-store/mongodb/open';
import { ViewStoreUnavailable } from '@dayline/view-store/port';
import { desk } from '../projections/desk/projection.ts';
import {
  cut,
  describeFaults,
  dumpPlace,
  expectedRows,
  faultyEvents,
  type StoryPlace,
} from '../testing/fault-stories.ts';
import { seededRandom } from '../testing/random.ts';
import { catchUp, feedOf } from '../testing/views.ts';

await describeOnMongodb('faults on MongoDB', (server) => {
  const mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
  afterAll(() => mongo.close());
  let name = '';
  const openOn = (through: Mongo) =>
    openMongoViewStore({ mongo: { ...through, views: through.client.db(viewsOf(name)) } }).open(desk, 'write');
  const place: StoryPlace = {
    async renew() {
      name = databaseOf(server.database());
    },
    open: () => openOn(mongo),
  };

  describeFaults('MongoDB', place, { runs: 2 });

  test('a connection that ends again and again in the middle of a batch leaves the rows of a fresh rebuild', async () => {
    await place.renew();
    const proxy = await startTcpProxy(server);
    const address = server.database().replace(`${server.host}:${server.port}`, `127.0.0.1:${proxy.port}`);
    const through = openMongo({ url: address, answerWithinMs: 20_000, findWithinMs: 1000 });
    const feed = cut(await feedOf(faultyEvents), [40]);
    const store = await openOn(through);
    const random = seededRandom(8);
    let cuts = 0;
    for (;;) {
      if (cuts < 6) proxy.refuseAfter(2_000 + random.below(20_000));
      try {
        if ((await catchUp(feed, store)).status.caughtUp) break;
      } catch (error) {
        if (!(error instanceof ViewStoreUnavailable)) throw error;
        cuts += 1;
      }
      proxy.resume();
    }
    expect(cuts).toBeGreaterThan(3);
    proxy.resume();
    await store.close();
    await through.close();
    await proxy.stop();
    expect(await dumpPlace(place)).toEqual(expectedRows);
  });
});
