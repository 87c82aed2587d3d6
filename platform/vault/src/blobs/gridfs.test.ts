import { randomBytes } from 'node:crypto';
import { openMongo } from '@dayline/runtime/mongodb/connect';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { describeBlobs } from '../testing/blobs-contract.ts';
import { openGridfsBlobs } from './gridfs.ts';
import { BlobsUnavailable } from './port.ts';

const parts = ['blobs.files', 'blobs.chunks'] as const;

await describeOnMongodb('blobs in GridFS', (server) => {
  describeBlobs('as all blobs', async () => {
    const url = server.database();
    const opened: ReturnType<typeof openMongo>[] = [];
    return {
      async open() {
        const mongo = openMongo({ url, answerWithinMs: 60_000 });
        // The tests' server may hang when first uploads create collections and their indexes at the same time.
        if (opened.length === 0) for (const part of parts) await mongo.db.createCollection(part);
        opened.push(mongo);
        return openGridfsBlobs(mongo.db);
      },
      async clear() {
        await opened[0]?.db.dropDatabase();
        for (const mongo of opened) await mongo.close();
      },
    };
  });

  test('leave nothing behind of what was replaced or removed', async () => {
    const mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
    const blobs = openGridfsBlobs(mongo.db);
    const count = (part: string) => mongo.db.collection(`blobs.${part}`).countDocuments();
    await blobs.put('doctor_1', randomBytes(300_000));
    await blobs.put('doctor_1', randomBytes(300_000));
    expect([await count('files'), await count('chunks')]).toEqual([1, 2]);
    await blobs.remove('doctor_1');
    expect([await count('files'), await count('chunks')]).toEqual([0, 0]);
    await mongo.close();
  });

  const { faults } = server;
  (faults ? test : test.skip)(
    'a server that stays unavailable is BlobsUnavailable; what was there is there again',
    async () => {
      const mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
      const blobs = openGridfsBlobs(mongo.db);
      await blobs.put('doctor_1', Buffer.from('photo'));
      await faults?.failPoint('alwaysOn', { failCommands: ['find', 'insert', 'delete'], closeConnection: true });
      const calls = [
        () => blobs.put('doctor_1', Buffer.from('other')),
        () => blobs.get('doctor_1'),
        () => blobs.remove('doctor_1'),
      ];
      for (const ask of calls) await expect(ask()).rejects.toThrow(BlobsUnavailable);
      await faults?.failPoint('off');
      expect((await blobs.get('doctor_1'))?.toString()).toBe('photo');
      await mongo.close();
    },
  );

  (faults ? test : test.skip)('a put that ends half way leaves the blob that was there', async () => {
    const mongo = openMongo({ url: server.database(), answerWithinMs: 60_000 });
    const blobs = openGridfsBlobs(mongo.db);
    await blobs.put('doctor_1', Buffer.from('photo'));
    // The chunks are written; the file's document fails.
    await faults?.failPoint({ skip: 1 }, { failCommands: ['insert'], errorCode: 13 });
    await expect(blobs.put('doctor_1', Buffer.from('other'))).rejects.toThrow();
    await faults?.failPoint('off');
    expect((await blobs.get('doctor_1'))?.toString()).toBe('photo');
    await mongo.close();
  });
});
