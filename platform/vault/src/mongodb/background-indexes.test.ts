import { openMongo } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { openMongoVault } from './open.ts';

/** In a file of its own: the indexes that an earlier vault creates in the background would meet the fail point. */
await describeOnMongodb('the indexes that the vault creates in the background', ({ faults, database }) => {
  const onDemand = faults ? test : test.skip;

  onDemand('an index that can’t be made holds up no start, and is reported', async () => {
    const mongo = openMongo({ url: database(), answerWithinMs: 20_000 });
    const entries: unknown[] = [];
    const logger = { error: (...line: readonly unknown[]) => void entries.push(line.at(-1)) };
    // The first creates unique indexes; each of the others fails.
    await faults?.failPoint({ skip: 1 }, { failCommands: ['createIndexes'], errorCode: 67 });
    const vault = await openMongoVault({ db: mongo.db, masterKey: Buffer.alloc(32, 1), logger });
    expect(await vault.accounts.byId('nobody')).toBeNull();
    while (entries.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(entries).toEqual(['an index of the vault was not made']);
    await vault.close();
    await mongo.close();
  });
});
