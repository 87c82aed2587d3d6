import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position } from '@dayline/contracts/ids';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { at, checkpointAt, type VisitRow, visit, visits } from '../contract-rows.ts';
import type { ProjectionStore, RowWrite } from '../port.ts';
import { openSqliteViewStore } from './open.ts';
import { commitOf, RecentChanges } from './recent-changes.ts';

let directory: string;
let views: ReturnType<typeof openSqliteViewStore>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'dayline-recent-'));
  views = openSqliteViewStore({ directory });
});
afterEach(async () => {
  await views.close();
  rmSync(directory, { recursive: true, force: true });
});

const names = ['visits', 'totals', 'people'];
const told = (reader: ProjectionStore, position: Position) =>
  new Promise<void>((resolve) => {
    const stop = reader.onCommit((heard) => {
      if (heard !== position) return;
      stop();
      resolve();
    });
  });

test('whatever was committed, memory says what the file says, or nothing', async () => {
  const writer = await views.open(visits, 'write');
  let said = 0;
  const seldom = fc.nat(9).map((one) => one === 0);
  const commits = fc.array(
    fc.record({
      rows: fc.uniqueArray(fc.tuple(fc.constantFrom('visits', 'totals'), fc.constantFrom('a', 'b', 'c')), {
        selector: (row) => row.join(),
      }),
      scrub: seldom,
      isUnheard: seldom,
    }),
    { minLength: 1, maxLength: 24 },
  );
  const asked = fc.record({ back: fc.integer({ min: 1, max: 6 }), limit: fc.integer({ min: 1, max: 3 }) });
  await fc.assert(
    fc.asyncProperty(commits, asked, async (made, { back, limit }) => {
      await writer.clear();
      const recent = new RecentChanges();
      const standing = new Map<string, VisitRow>();
      let ordinal = 0;
      for (const { rows, scrub, isUnheard } of made) {
        const from = ordinal === 0 ? null : checkpointAt(ordinal);
        ordinal += 1;
        const writes = rows.map(([view, key]): RowWrite => {
          const was = standing.get(`${view} ${key}`)?.at ?? null;
          const row = visit(key, ordinal);
          standing.set(`${view} ${key}`, row);
          return { view, row, was };
        });
        await writer.write({ writes, checkpoint: { from, to: checkpointAt(ordinal) }, scrub });
        const docs = writes.flatMap(({ view, row }) => [view, JSON.stringify(row)]);
        if (!isUnheard) recent.note(commitOf(from?.position ?? null, at(ordinal), docs, scrub));
      }
      const start = at(Math.max(0, ordinal - back));
      const inMemory = recent.between(names, start, at(ordinal), limit);
      if (!inMemory) return;
      said += 1;
      expect(inMemory).toEqual(await writer.changed(names, start, at(ordinal), limit));
    }),
    { numRuns: 100 },
  );
  expect(said).toBeGreaterThan(20);
});

test('a reader is handed what another thread has just committed, and reads the file for the rest', async () => {
  const writer = await views.open(visits, 'write');
  const reader = await views.open(visits, 'read');
  const commit = async (ordinal: number, writes: readonly RowWrite[], scrub = false) => {
    const heard = told(reader, at(ordinal));
    const from = ordinal === 1 ? null : checkpointAt(ordinal - 1);
    await writer.write({ writes, checkpoint: { from, to: checkpointAt(ordinal) }, scrub });
    await heard;
  };
  const changed = async (after: number, upTo: number) => {
    const { rows } = await reader.changed(['visits'], at(after), at(upTo), 10);
    return rows['visits']?.map(({ key, at: changedAt }) => [key, changedAt]);
  };
  await commit(1, [{ view: 'visits', row: visit('a', 1), was: null }]);
  await commit(2, [{ view: 'visits', row: visit('b', 2), was: null }]);
  await commit(3, [{ view: 'visits', row: visit('a', 3), was: at(1) }]);

  // What the file no longer has shows where an answer came from.
  const file = new Database(join(directory, 'visits@1.db'));
  const emptyFile = () => file.exec('DELETE FROM view_visits');
  emptyFile();
  expect(await changed(1, 3)).toEqual([
    ['b', at(2)],
    ['a', at(3)],
  ]);
  expect(await changed(1, 2)).toEqual([]);

  const many = Array.from({ length: 65 }, (_, place) => visit(`m${place}`, 4));
  await commit(
    4,
    many.map((row) => ({ view: 'visits', row, was: null })),
  );
  emptyFile();
  expect(await changed(3, 4)).toEqual([]);

  await commit(5, [{ view: 'visits', row: visit('c', 5), was: null }]);
  await commit(6, [{ view: 'visits', row: visit('c', 6, { search: '' }), was: at(5) }], true);
  emptyFile();
  expect(await changed(4, 5)).toEqual([]);
  expect(await changed(5, 6)).toEqual([]);
  file.close();
});
