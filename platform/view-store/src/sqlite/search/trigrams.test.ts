import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bytesIn } from '@dayline/runtime/testing/folder-bytes';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import type { ProjectionStore, RowWrite, ViewStore } from '../../port.ts';
import { checkpointAt, insert, keysOf, visit, visits } from '../../testing/contract-rows.ts';
import { openSqliteViewStore } from '../open.ts';

let directory: string;
let store: ViewStore;
let views: ProjectionStore;
let last: number;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'dayline-letters-'));
  store = openSqliteViewStore({ directory });
  views = await store.open(visits, 'write');
  last = 0;
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

async function write(writes: readonly RowWrite[], scrub = false): Promise<void> {
  const checkpoint = { from: last === 0 ? null : checkpointAt(last), to: checkpointAt(last + 1) };
  expect(await views.write({ writes, checkpoint, scrub })).toEqual({ written: true });
  last += 1;
}

test('whatever the texts are, those are found that hold what is looked for', async () => {
  const text = fc.oneof(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '☃', '\n') }), fc.string({ unit: 'binary' }));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), text, fc.nat(), async (texts, other, index) => {
      run += 1;
      const ward = `ward ${run}`;
      const rows = texts.map((search, at) => visit(`${run}-${at + 10}`, last + 1, { ward, search }));
      await write(rows.map((row) => insert(row)));
      const letters = [...(rows[index % rows.length]?.search ?? '')];
      for (const term of [other, letters.slice(index % 3).join(''), letters.slice(1, 4).join('')]) {
        const filter = { view: 'visits', where: { ward }, contains: { field: 'search', words: [term] } };
        const expected = keysOf(rows.filter(({ search }) => search.includes(term)));
        expect(keysOf((await views.query({ ...filter, order: [{ field: 'key' }] })).rows)).toEqual(expected);
        expect(await views.count(filter)).toBe(expected.length);
      }
    }),
    { numRuns: 150 },
  );
});

test('what stands in few rows, in many, and in nearly all is found alike', async () => {
  const namesOf = (index: number) =>
    ['asha', index % 17 === 0 && 'ravi', index % 500 === 0 && 'zoya'].filter(Boolean).join(' ');
  const rows = Array.from({ length: 10_050 }, (_, index) =>
    visit(`k${10_000 + ((index * 7919) % 10_050)}`, 1, { search: namesOf(index) }),
  ).sort((a, b) => (a.key < b.key ? -1 : 1));
  await write(rows.map((row) => insert(row)));
  for (const text of ['asha', 'ravi', 'zoya', 'nobody']) {
    const filter = { view: 'visits', where: { ward: 'east' }, contains: { field: 'search', words: [text] } };
    const expected = keysOf(rows.filter(({ search }) => search.includes(text)));
    expect([text, await views.count(filter)]).toEqual([text, expected.length]);
    const query = { ...filter, order: [{ field: 'key' }], limit: 15 };
    const page = await views.query(query);
    expect([text, keysOf(page.rows)]).toEqual([text, expected.slice(0, 15)]);
    if (page.next === null) continue;
    expect(keysOf((await views.query({ ...query, after: page.next })).rows)).toEqual(expected.slice(15, 30));
    expect(await views.count({ ...query, after: page.next })).toBe(expected.length - 15);
    expect(keysOf((await views.query({ ...query, fromEnd: true })).rows)).toEqual(expected.slice(-15));
  }
});

test.each(['visits', 'people'])(
  'of a text of %s that was scrubbed nothing is left in the index of its letters',
  async (view) => {
    const others = visit('b', 1, { ward: 'west', search: '' });
    await write([insert(visit('a', 1, { search: 'zqx' }), view), insert(others, view)]);
    // Three letters are one word, and the keys of a person's name are further ones, stored as such in the file.
    const file = new Database(join(directory, 'visits@1.db'));
    file.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'view_${view}__letters', 'row')`);
    const words = file.prepare<[], string>('SELECT term FROM words').pluck().all();
    file.close();
    expect(words.length).toBe(view === 'people' ? 8 : 1);
    // The first word is stored whole, others without the prefix shared with the previous one.
    const [word = ''] = words;
    const isKept = () => bytesIn(directory).includes(word);
    expect(isKept()).toBe(true);
    await write([{ view, row: visit('a', 2, { search: '' }), was: visit('a', 1).at }], true);
    // Takes up to a second; if data remains, the test times out.
    while (isKept()) await pause(20);
  },
);
