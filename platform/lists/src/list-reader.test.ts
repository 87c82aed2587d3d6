import { gzipSync } from 'node:zlib';
import { TooBusy } from '@dayline/runtime/unavailable';
import { ListReader } from './list-reader.ts';

const { jest } = import.meta;

let reader: ListReader;
afterEach(() => reader.stop());
const readerWith = (limits: Partial<ConstructorParameters<typeof ListReader>[0]> = {}) => {
  reader = new ListReader({ perOwner: 2, maxMs: 60_000, ...limits });
  return reader;
};

const fileOf = (text: string) =>
  ({ kind: 'read', file: gzipSync(text), fileName: 'list.csv', listKind: null }) as const;
const questions = { lastColumns: async () => null };
const list = fileOf('Name,Mobile\nAnu,9812300001\n');
const longList = fileOf(`${'\n'.repeat(40_000)}Name,Mobile\nAnu,9812300001\n`);
const visitor = { group: 'client', owner: 'account' };

test('a file is read in another thread, and this one continues meanwhile', async () => {
  const read = readerWith().run(visitor, longList, { questions });
  let turns = 0;
  let isRead = false;
  const counting = (async () => {
    for (; !isRead; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  })();
  expect(await read).toMatchObject({ facts: { rows: 1 } });
  isRead = true;
  await counting;
  expect(turns).toBeGreaterThan(10);
});

test.each([
  ['time', { maxMs: 1 }],
  ['memory', { heapMegabytes: 4 }],
])('a file that takes more %s than it may is refused', async (_, limits) => {
  expect(await readerWith(limits).run(visitor, longList, { questions })).toMatchObject({ refused: 'import.too-heavy' });
});

test('the start of the thread is not counted as work on the file', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const read = readerWith().run(visitor, list, { questions });
  await new Promise((resolve) => setImmediate(resolve));
  jest.advanceTimersByTime(60_001);
  expect(await read.finally(() => jest.useRealTimers())).toMatchObject({ facts: { rows: 1 } });
});

test('waiting for an answer of a slow store is not counted as work on the file', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const lastColumns = async () => {
    jest.advanceTimersByTime(60_001);
    return null;
  };
  const read = readerWith().run(visitor, list, { questions: { lastColumns } });
  expect(await read.finally(() => jest.useRealTimers())).toMatchObject({ facts: { rows: 1 } });
});

test('a job that no call waits for ends, and the next one is done by another thread', async () => {
  readerWith();
  const closed = new AbortController();
  const left = reader.run({ ...visitor, signal: closed.signal }, list, { questions });
  const next = reader.run(visitor, list, { questions });
  closed.abort(new Error('closed'));
  await expect(left).rejects.toThrow('closed');
  expect(await next).toMatchObject({ facts: { rows: 1 } });
});

test('an account has a limit of jobs', async () => {
  readerWith();
  const both = [reader.run(visitor, list, { questions }), reader.run(visitor, list, { questions })];
  await expect(reader.run(visitor, list, { questions })).rejects.toThrow(TooBusy);
  await Promise.all(both);
});

test('a job that fails rejects with its reason, and the next one is done', async () => {
  readerWith();
  const broken = { ...list, file: Buffer.from('no file') };
  await expect(reader.run(visitor, broken)).rejects.toThrow('incorrect header check');
  expect(await reader.run(visitor, list, { questions })).toMatchObject({ facts: { rows: 1 } });
});
