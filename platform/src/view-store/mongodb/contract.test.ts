import { type Mongo, openMongo } from '../../mongodb/connect.ts';
import { describeOnMongodb } from '../../testing/mongodb-server.ts';
import { describeViewStore } from '../contract.ts';
import { openMongoViewStore } from './open.ts';

await describeOnMongodb('views in MongoDB', (server) => {
  let mongo: Mongo | undefined;
  const made = (): Mongo => {
    if (!mongo) throw new Error('no database yet');
    return mongo;
  };
  afterEach(() => mongo?.close());

  describeViewStore(
    'in MongoDB',
    () => openMongoViewStore({ mongo: made() }),
    async () => {
      mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
    },
  );
});
