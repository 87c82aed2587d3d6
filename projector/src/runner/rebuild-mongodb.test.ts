import { type Mongo, openMongo } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { openMongoViewStore } from '@dayline/view-store/mongodb/open';
import { describeRebuilding } from '../testing/rebuild-stories.ts';

await describeOnMongodb('rebuilding in MongoDB', (server) => {
  let mongo: Mongo | undefined;
  beforeEach(() => {
    mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
  });
  afterEach(() => mongo?.close());

  describeRebuilding('in MongoDB', () => {
    if (!mongo) throw new Error('no database yet');
    return openMongoViewStore({ mongo });
  });
});
