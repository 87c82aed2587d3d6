import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadCursor } from '../../cursor.ts';
import { type ProjectionStore, TooBusy, type ViewStore } from '../../port.ts';
import { checkpointAt, insert, keysOf, visit, visits } from '../../testing/contract-rows.ts';
import { openSqliteViewStore } from '../open.ts';

let directory: string;
let views: ViewStore;
let writer: ProjectionStore;
let reader: ProjectionStore;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'dayline-searches-'));
  views = openSqliteViewStore({ directory, searchesInThread: true });
  writer = await views.open(visits, 'write');
  reader = await views.open(visits, 'read');
  const rows = ['asha menon', 'rohan kulkarni', 'asha nair'].map((search, index) =>
    visit(`v${index}`, index + 1, { search }),
  );
  await writer.write({ writes: rows.map((row) => insert(row)), checkpoint: { from: null, to: checkpointAt(3) } });
});
afterEach(async () => {
  await views.close();
  rmSync(directory, { recursive: true, force: true });
});

const search = (text: string, more = {}) => ({
  view: 'visits',
  where: { ward: 'east' },
  contains: { field: 'search', words: [text] },
  order: [{ field: 'day' }],
  ...more,
});

test('the event loop goes on while a search and a count are made, and both see what was committed before', async () => {
  let isAnswered = false;
  const pages = Promise.all([reader.query(search('as')), reader.count(search('as'))]).finally(() => {
    isAnswered = true;
  });
  // On the main thread they would resolve within microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  expect(isAnswered).toBe(false);
  const [page, count] = await pages;
  expect([keysOf(page.rows), count]).toEqual([['v0', 'v2'], 2]);
  const later = insert(visit('v3', 4, { search: 'asha pillai' }));
  await writer.write({ writes: [later], checkpoint: { from: checkpointAt(3), to: checkpointAt(4) } });
  expect(keysOf((await reader.query(search('as', { limit: 1, offset: 2 }))).rows)).toEqual(['v3']);
});

test('people whom rows of another view name are looked for in the thread too', async () => {
  const people = ['p1', 'p2'].map((key) => insert(visit(key, 4, { search: 'asha rao' }), 'people'));
  const named = insert(visit('v4', 4, { person: 'p2' }));
  const checkpoint = { from: checkpointAt(3), to: checkpointAt(4) };
  await writer.write({ writes: [...people, named], checkpoint });
  const namedIn = { view: 'visits', field: 'person', where: { ward: 'east' } };
  const search = { view: 'people', within: 'east', keys: [['=asha']], limit: 5 };
  expect(keysOf(await reader.people({ ...search, namedIn }))).toEqual(['p2']);
  expect(keysOf(await reader.people(search))).toEqual(['p1', 'p2']);
});

test('what a question is refused with comes back as what it is', async () => {
  await expect(reader.query(search('as', { after: 'no cursor' }))).rejects.toThrow(BadCursor);
  await expect(reader.count({ view: 'nothing', where: {} })).rejects.toThrow(TypeError);
  expect(await reader.count({ view: 'visits', where: { ward: 'east' } })).toBe(3);
});

test('after a swap the rows that serve are searched, and closing waits for what was asked', async () => {
  expect(await reader.count(search('as'))).toBe(2);
  const moved = new Promise<void>((resolve) => reader.onSwap(resolve));
  const rebuild = await views.rebuild(visits);
  const row = insert(visit('new', 3, { search: 'asha rao' }));
  await rebuild.next.write({ writes: [row], checkpoint: { from: null, to: checkpointAt(3) } });
  await rebuild.index();
  await rebuild.swap();
  await rebuild.close();
  await moved;
  const page = reader.query(search('as'));
  await reader.close();
  expect(keysOf((await page).rows)).toEqual(['new']);
});

test('a search that nobody waits for is not made, and those behind it are', async () => {
  const ended = new AbortController();
  const first = reader.query(search('as'));
  const dead = reader.query(search('rohan', { signal: ended.signal }));
  const next = reader.query(search('rohan'));
  ended.abort(new Error('gone'));
  await expect(dead).rejects.toThrow('gone');
  expect([keysOf((await first).rows), keysOf((await next).rows)]).toEqual([['v0', 'v2'], ['v1']]);
});

test('so many searches of the same rows wait, and no more; others have their places', async () => {
  const many = await Promise.allSettled(Array.from({ length: 65 }, () => reader.count(search('as'))));
  expect(many.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([64]);
  expect(many[64]).toMatchObject({ reason: expect.any(TooBusy) });
  const all = Array.from({ length: 64 }, () => reader.count(search('as')));
  expect(await reader.count(search('as', { where: { ward: 'west' } }))).toBe(0);
  await Promise.all(all);
});

test('counts have a thread of their own, so that none waits for a search', async () => {
  const searches = Array.from({ length: 64 }, () => reader.query(search('as')));
  await expect(reader.query(search('as'))).rejects.toThrow(TooBusy);
  expect(await reader.count({ view: 'visits', where: { ward: 'east' } })).toBe(3);
  await Promise.all(searches);
});
