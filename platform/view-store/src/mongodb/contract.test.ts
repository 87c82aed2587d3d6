import { type Mongo, openMongo } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { describeViewStore } from '../testing/contract.ts';
import { openMongoViewStore } from './open.ts';

await describeOnMongodb('views in MongoDB', (server) => {
  let mongo: Mongo | undefined;
  const made = (): Mongo => {
    if (!mongo) throw new Error('no database yet');
    return mongo;
  };
  afterEach(() => mongo?.close());

  describeViewStore('in MongoDB', {
    make: () => openMongoViewStore({ mongo: made() }),
    async renew() {
      mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
    },
    // A killed process's leases expire.
    async afterKill() {
      await made().views.collection('leases').deleteMany({});
    },
  });
});
