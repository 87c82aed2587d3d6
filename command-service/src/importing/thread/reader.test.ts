import { gzipSync } from 'node:zlib';
import { TooBusy } from '@dayline/runtime/unavailable';
import { Reader } from './reader.ts';

let reader: Reader;
afterEach(() => reader.stop());
const readerWith = (limits: Partial<ConstructorParameters<typeof Reader>[0]> = {}) => {
  reader = new Reader({ perOwner: 2, mostMs: 60_000, ...limits });
  return reader;
};

const note = { fileName: 'list.csv', broughtAt: 0 };
const fileOf = (text: string) => ({ kind: 'read', file: gzipSync(text), note }) as const;
const list = fileOf('Name,Mobile\nAnu,9812300001\n');
const visitor = { group: 'client', owner: 'account' };

test('a file is read outside of the thread that answers, which goes on meanwhile', async () => {
  const read = readerWith().run(visitor, fileOf(`${'\n'.repeat(40_000)}Name,Mobile\nAnu,9812300001\n`));
  let turns = 0;
  let isRead = false;
  const counting = (async () => {
    for (; !isRead; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  })();
  expect(await read).toMatchObject({ note: { rows: 1 } });
  isRead = true;
  await counting;
  expect(turns).toBeGreaterThan(10);
});

test.each([
  ['time', { mostMs: 1 }],
  ['memory', { mostMegabytes: 4 }],
])('a file that takes more %s than it may is refused', async (_, limits) => {
  expect(await readerWith(limits).run(visitor, list)).toMatchObject({ refused: 'import.too-heavy' });
});

test('what nobody waits for any more ends, and the next is read by another thread', async () => {
  readerWith();
  const closed = new AbortController();
  const left = reader.run({ ...visitor, signal: closed.signal }, list);
  const next = reader.run(visitor, list);
  closed.abort(new Error('closed'));
  await expect(left).rejects.toThrow('closed');
  expect(await next).toMatchObject({ note: { rows: 1 } });
});

test('an account has so many under way, and no more', async () => {
  readerWith();
  const both = [reader.run(visitor, list), reader.run(visitor, list)];
  await expect(reader.run(visitor, list)).rejects.toThrow(TooBusy);
  await Promise.all(both);
});

test('a job that fails says why, and the next is done', async () => {
  readerWith();
  const broken = { ...list, file: Buffer.from('no file') };
  await expect(reader.run(visitor, broken)).rejects.toThrow('incorrect header check');
  expect(await reader.run(visitor, list)).toMatchObject({ note: { rows: 1 } });
});
