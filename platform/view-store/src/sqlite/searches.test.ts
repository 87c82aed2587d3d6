import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadCursor } from '../cursor.ts';
import type { ProjectionStore, ViewStore } from '../port.ts';
import { checkpointAt, insert, keysOf, visit, visits } from '../testing/contract-rows.ts';
import { openSqliteViewStore } from './open.ts';

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
  contains: { field: 'search', text },
  order: [{ field: 'day' }],
  ...more,
});

test('the event loop goes on while a search and a count are made, and both see what was committed before', async () => {
  let isAnswered = false;
  const asked = Promise.all([reader.query(search('as')), reader.count(search('as'))]).finally(() => {
    isAnswered = true;
  });
  // On the main thread they would resolve within microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  expect(isAnswered).toBe(false);
  const [page, count] = await asked;
  expect([keysOf(page.rows), count]).toEqual([['v0', 'v2'], 2]);
  const later = insert(visit('v3', 4, { search: 'asha pillai' }));
  await writer.write({ writes: [later], checkpoint: { from: checkpointAt(3), to: checkpointAt(4) } });
  expect(keysOf((await reader.query(search('as', { limit: 1, offset: 2 }))).rows)).toEqual(['v3']);
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
  const asked = reader.query(search('as'));
  await reader.close();
  expect(keysOf((await asked).rows)).toEqual(['new']);
});
