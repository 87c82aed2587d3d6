import { databaseOf, mongoOptions, openMongo } from './connect.ts';

test('write concern majority and journalled, retryable writes: explicit in one place', () => {
  expect(mongoOptions()).toMatchObject({
    w: 'majority',
    journal: true,
    readConcernLevel: 'majority',
    readPreference: 'primary',
    retryWrites: true,
    retryReads: true,
  });
});

test('an address can’t weaken what is written and read by', async () => {
  const weak = 'mongodb://127.0.0.1:1/x?w=1&journal=false&retryWrites=false&readPreference=secondary';
  const mongo = openMongo({ url: `${weak}&readConcernLevel=local&socketTimeoutMS=0&wtimeoutMS=1` });
  const { writeConcern, readConcern, readPreference, retryWrites, socketTimeoutMS } = mongo.client.options;
  expect(writeConcern).toMatchObject({ w: 'majority', j: true, journal: true, wtimeoutMS: 3000 });
  expect([readConcern?.level, readPreference.mode, retryWrites]).toEqual(['majority', 'primary', true]);
  expect(socketTimeoutMS).toBe(5000);
  await mongo.close();
});

test('a majority that lags is reported before the socket is cut', () => {
  const { wtimeoutMS, socketTimeoutMS } = mongoOptions({ answerWithinMs: 1000 });
  expect([wtimeoutMS, socketTimeoutMS]).toEqual([600, 1000]);
});

test('every step has a limit of time', () => {
  const { serverSelectionTimeoutMS, connectTimeoutMS, waitQueueTimeoutMS, socketTimeoutMS } = mongoOptions();
  const limits = [serverSelectionTimeoutMS, connectTimeoutMS, waitQueueTimeoutMS, socketTimeoutMS];
  for (const limit of limits) expect(limit).toBeGreaterThan(0);
});

test.each([
  ['mongodb://localhost', 'dayline'],
  ['mongodb://localhost:27017/', 'dayline'],
  ['mongodb://user:p%40ss@one:1,two:2/clinic?replicaSet=rs0', 'clinic'],
  ['mongodb+srv://cluster.example/a%20b', 'a b'],
])('the path of %s names the database %s', (url, name) => {
  expect(databaseOf(url)).toBe(name);
});
