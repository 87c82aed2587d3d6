import { isDuplicateKey, isMongoUnavailable } from './unavailable.ts';

const error = (more: object) => Object.assign(new Error('x'), more);

test.each([
  ['no server was found', error({ name: 'MongoServerSelectionError' })],
  ['a connection ended', error({ name: 'MongoNetworkError' })],
  ['a socket ended between two commands', error({ code: 'EPIPE' })],
  ['in a bulk write', error({ name: 'MongoBulkWriteError', errorResponse: error({ name: 'MongoNetworkError' }) })],
  ['no primary any more', error({ name: 'MongoServerError', code: 10107 })],
  ['no majority kept it', error({ name: 'MongoServerError', writeConcernError: { code: 64 } })],
  ...[43, 175, 237, 211, 276, 11601].map((code): [string, Error] => [
    `code ${code}`,
    error({ name: 'MongoServerError', code }),
  ]),
  ['by its label', error({ hasErrorLabel: (label: string) => label === 'RetryableWriteError' })],
  ['told by another error', error({ cause: error({ name: 'MongoNetworkTimeoutError' }) })],
])('unavailable: %s', (_, away) => {
  expect(isMongoUnavailable(away)).toBe(true);
});

test.each([
  ['a second document of a key', error({ name: 'MongoServerError', code: 11000 })],
  ['a fault of ours', new TypeError('x')],
  ['a file that is missing', error({ code: 'ENOENT' })],
  ['nothing', undefined],
])('not unavailable: %s', (_, error) => {
  expect(isMongoUnavailable(error)).toBe(false);
});

test('a duplicate key is known by its code', () => {
  expect([isDuplicateKey(error({ code: 11000 })), isDuplicateKey(error({ code: 1 }))]).toEqual([true, false]);
});
