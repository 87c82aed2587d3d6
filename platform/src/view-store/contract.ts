import type { ViewRow } from '@dayline/contracts/views';
import type { Checkpoint, ProjectionDefinition, ProjectionStore, RowQuery, RowWrite, ViewStore } from './port.ts';

/** The projection that the contract's tests keep. */
export const visits: ProjectionDefinition = {
  name: 'visits',
  version: 1,
  views: [
    {
      name: 'visits',
      indexes: [
        { name: 'byWard', fields: ['ward', 'open', 'day', 'search'] },
        { name: 'byPerson', fields: ['person'], neededByFold: true },
      ],
    },
    { name: 'totals', indexes: [] },
  ],
};

interface VisitRow extends ViewRow {
  readonly ward: string;
  readonly open: boolean;
  readonly day: string;
  readonly person: string | null;
  readonly search: string;
}

const at = (ordinal: number) => String(ordinal).padStart(16, '0');
const checkpointAt = (ordinal: number): Checkpoint => ({
  position: at(ordinal),
  eventId: `event-${ordinal}`,
  stream: 'visit-1',
  revision: ordinal,
});
const visit = (key: string, ordinal: number, more: Partial<VisitRow> = {}): VisitRow => ({
  key,
  at: at(ordinal),
  ward: 'east',
  open: true,
  day: '2026-11-21',
  person: 'asha',
  search: 'asha menon',
  ...more,
});
const insert = (row: ViewRow, view = 'visits'): RowWrite => ({ view, row, was: null });
const replace = (row: ViewRow, was: number, view = 'visits'): RowWrite => ({ view, row, was: at(was) });
const keysOf = (rows: readonly ViewRow[]) => rows.map((row) => row.key);

/** One suite for every adapter. `make` opens a store over the same place each time within a test; `renew` empties it. */
export function describeViewStore(name: string, make: () => ViewStore, renew: () => Promise<void>): void {
  describe(`the view store ${name}`, () => {
    let stores: ViewStore[] = [];
    const open = (mode: 'read' | 'write' = 'write', definition = visits): Promise<ProjectionStore> => {
      const store = make();
      stores.push(store);
      return store.open(definition, mode);
    };
    const fill = async (store: ProjectionStore, rows: readonly ViewRow[], to = 1000) =>
      expect(
        await store.write({ writes: rows.map((row) => insert(row)), checkpoint: { from: null, to: checkpointAt(to) } }),
      ).toEqual({ written: true });

    beforeEach(renew);
    afterEach(async () => {
      await Promise.all(stores.map((store) => store.close()));
      stores = [];
    });

    test('begins empty, for readers that come before the writer too', async () => {
      const reader = await open('read');
      expect(await reader.checkpoint()).toBeNull();
      expect(await reader.load('visits', ['a'])).toEqual(new Map());
      expect(await reader.count({ view: 'visits', where: {} })).toBe(0);
    });

    test('keeps rows and checkpoint, as other readers and a later opening see them', async () => {
      const row = visit('a', 1, { person: null });
      await fill(await open(), [row], 1);
      const reader = await open('read');
      expect(await reader.load('visits', ['a', 'b'])).toEqual(new Map([['a', row]]));
      expect(await reader.checkpoint()).toEqual(checkpointAt(1));
    });

    test('writes a row only where its position is still what was read, else nothing of the batch', async () => {
      const store = await open();
      await fill(store, [visit('a', 1), visit('b', 1)], 1);
      const stale = await store.write({
        writes: [replace(visit('a', 2, { ward: 'west' }), 1), replace(visit('b', 3), 2)],
        checkpoint: { from: checkpointAt(1), to: checkpointAt(3) },
      });
      expect(stale).toEqual({ written: false, checkpoint: checkpointAt(1) });
      expect((await store.load('visits', ['a'])).get('a')).toEqual(visit('a', 1));
      const twice = await store.write({
        writes: [insert(visit('a', 3))],
        checkpoint: { from: checkpointAt(1), to: checkpointAt(3) },
      });
      expect(twice.written).toBe(false);
      expect(await store.checkpoint()).toEqual(checkpointAt(1));
    });

    test('moves the checkpoint only from the value that was read', async () => {
      const store = await open();
      await fill(store, [], 5);
      const again = { writes: [insert(visit('a', 5))], checkpoint: { from: null, to: checkpointAt(5) } };
      expect(await store.write(again)).toEqual({ written: false, checkpoint: checkpointAt(5) });
      const otherEvent = { ...checkpointAt(5), eventId: 'another' };
      expect((await store.write({ writes: [], checkpoint: { from: otherEvent, to: checkpointAt(6) } })).written).toBe(
        false,
      );
      expect(keysOf((await store.query({ view: 'visits', where: {} })).rows)).toEqual([]);
    });

    test('of two writers with the same reading one wins', async () => {
      const [first, second] = [await open(), await open()];
      const batch = { writes: [insert(visit('a', 1))], checkpoint: { from: null, to: checkpointAt(1) } };
      const results = await Promise.all([first.write(batch), second.write(batch)]);
      expect(results.map((result) => result.written).sort()).toEqual([false, true]);
    });

    test('finds rows by an indexed field for folding, gone ones too', async () => {
      const store = await open();
      await fill(store, [visit('a', 1), visit('b', 1, { gone: true }), visit('c', 1, { person: 'ravi' })]);
      expect(keysOf(await store.loadBy('visits', 'person', ['asha', 'asha'])).sort()).toEqual(['a', 'b']);
      await expect(store.loadBy('visits', 'ward', ['east'])).rejects.toThrow(TypeError);
    });

    test('follows a row’s changed fields in its indexes', async () => {
      const store = await open();
      await fill(store, [visit('a', 1)], 1);
      const moved = visit('a', 2, { ward: 'west', open: false, person: null });
      await store.write({ writes: [replace(moved, 1)], checkpoint: { from: checkpointAt(1), to: checkpointAt(2) } });
      expect(await store.count({ view: 'visits', where: { ward: 'east' } })).toBe(0);
      expect((await store.query({ view: 'visits', where: { ward: 'west', open: false } })).rows).toEqual([moved]);
      expect(await store.loadBy('visits', 'person', ['asha'])).toEqual([]);
      const gone = { ...moved, at: at(3), gone: true };
      await store.write({ writes: [replace(gone, 2)], checkpoint: { from: checkpointAt(2), to: checkpointAt(3) } });
      expect(await store.count({ view: 'visits', where: { ward: 'west' } })).toBe(0);
      expect((await store.load('visits', ['a'])).get('a')).toEqual(gone);
    });

    describe('queries', () => {
      const rows = Array.from({ length: 25 }, (_, index) =>
        visit(`k${String(index).padStart(2, '0')}`, index + 1, {
          day: `2026-11-${String(1 + (index % 7)).padStart(2, '0')}`,
          ward: index % 5 === 0 ? 'west' : 'east',
          search: index % 2 === 0 ? 'asha menon' : 'ravi o’brien',
        }),
      );
      const east = rows.filter((row) => row.ward === 'east');
      const sorted = (list: readonly VisitRow[], dayDown: boolean, keyDown: boolean) =>
        [...list].sort((a, b) => {
          if (a.day !== b.day) return (a.day < b.day ? -1 : 1) * (dayDown ? -1 : 1);
          return (a.key < b.key ? -1 : 1) * (keyDown ? -1 : 1);
        });
      let store: ProjectionStore;
      beforeEach(async () => {
        store = await open();
        await fill(store, rows);
      });

      test('by equality, one of, range and contained text', async () => {
        const asked = { view: 'visits', where: { ward: 'east', open: true } } as const;
        const range = { field: 'day', from: '2026-11-02', to: '2026-11-04' };
        const among = { field: 'day', values: ['2026-11-01', '2026-11-03', 'never'] };
        const contains = { field: 'search', text: 'RAVI O’B' };
        expect(await store.count(asked)).toBe(east.length);
        const inRange = east.filter((row) => row.day >= range.from && row.day <= range.to);
        expect(await store.count({ ...asked, range })).toBe(inRange.length);
        expect(await store.count({ ...asked, among })).toBe(
          east.filter((row) => among.values.includes(row.day)).length,
        );
        const ravis = east.filter((row) => row.search.startsWith('ravi'));
        expect(await store.count({ ...asked, contains })).toBe(ravis.length);
        expect((await store.query({ ...asked, contains, order: [{ field: 'key' }] })).rows).toEqual(ravis);
        expect((await store.query({ ...asked, among: { field: 'day', values: [] } })).rows).toEqual([]);
      });

      test('refuse fields that no index holds, and views that are not there', async () => {
        await expect(store.query({ view: 'visits', where: { 'day" OR 1=1 --': 'x' } })).rejects.toThrow(TypeError);
        await expect(store.query({ view: 'visits; DROP TABLE meta', where: {} })).rejects.toThrow(TypeError);
        await expect(store.query({ view: 'visits', where: {}, order: [{ field: 'nowhere' }] })).rejects.toThrow(
          TypeError,
        );
      });

      const walks: [string, NonNullable<RowQuery['order']>, VisitRow[]][] = [
        ['newest day first', [{ field: 'day', descending: true }], sorted(east, true, true)],
        ['oldest day first', [{ field: 'day' }], sorted(east, false, false)],
        ['a mixed order', [{ field: 'day', descending: true }, { field: 'key' }], sorted(east, true, false)],
      ];
      test.each(walks)('page by cursor to the end and back: %s', async (_, order, expected) => {
        const asked = { view: 'visits', where: { ward: 'east' }, order, limit: 6 };
        const forward: string[][] = [];
        let page = await store.query(asked);
        expect(page.previous).toBeNull();
        for (;;) {
          forward.push(keysOf(page.rows));
          if (page.next === null) break;
          page = await store.query({ ...asked, after: page.next });
        }
        expect(forward.flat()).toEqual(keysOf(expected));
        const back = [keysOf(page.rows)];
        while (page.previous !== null) {
          page = await store.query({ ...asked, before: page.previous });
          back.unshift(keysOf(page.rows));
        }
        expect(back).toEqual(forward);
      });

      test('jump by offset, and read the last page from the end', async () => {
        const order = [{ field: 'day', descending: true }] as const;
        const expected = keysOf(sorted(east, true, true));
        const asked = { view: 'visits', where: { ward: 'east' }, order };
        const middle = await store.query({ ...asked, offset: 6, limit: 6 });
        expect(keysOf(middle.rows)).toEqual(expected.slice(6, 12));
        const before = await store.query({ ...asked, limit: 6, before: middle.previous ?? '' });
        expect(keysOf(before.rows)).toEqual(expected.slice(0, 6));
        const last = await store.query({ ...asked, fromEnd: true, limit: 2 });
        expect(keysOf(last.rows)).toEqual(expected.slice(-2));
        expect([last.next, last.previous !== null]).toEqual([null, true]);
        expect(keysOf((await store.query(asked)).rows)).toEqual(expected);
      });

      test('refuse a cursor that is none, or another query’s', async () => {
        const other = await store.query({ view: 'visits', where: {}, limit: 2 });
        const asked = { view: 'visits', where: {}, order: [{ field: 'day' }], limit: 2 };
        await expect(store.query({ ...asked, after: other.next ?? '' })).rejects.toThrow('cursor');
        await expect(store.query({ ...asked, after: 'bm90IGpzb24' })).rejects.toThrow('cursor');
      });
    });

    test('says what changed between two positions, oldest change first, and whether that is all', async () => {
      const store = await open();
      await fill(store, [visit('a', 3), visit('b', 1), visit('c', 2, { gone: true }), visit('d', 4)], 4);
      const some = await store.changed('visits', at(1), at(3), 10);
      expect(keysOf(some.rows)).toEqual(['c', 'a']);
      expect(some.complete).toBe(true);
      const few = await store.changed('visits', at(0), at(4), 2);
      expect([keysOf(few.rows), few.complete]).toEqual([['b', 'c'], false]);
    });

    test('scans a view in the order of its keys', async () => {
      const store = await open();
      await fill(
        store,
        Array.from({ length: 2500 }, (_, index) => visit(`k${(index * 7919) % 10_000}`, 1)),
      );
      const keys: string[] = [];
      for await (const row of store.scan('visits')) keys.push(row.key);
      expect(keys).toHaveLength(2500);
      expect(keys).toEqual([...keys].sort());
    });

    test('keeps parked events, and forgets everything when cleared', async () => {
      const store = await open();
      const parked = { position: at(1), eventId: 'e', stream: 'visit-1', type: 'Visited', reason: 'no row' };
      await store.write({
        writes: [insert(visit('a', 2))],
        parked: [parked],
        checkpoint: { from: null, to: checkpointAt(2) },
      });
      const reader = await open('read');
      expect(await reader.parked()).toEqual([parked]);
      await store.clear();
      expect(await reader.parked()).toEqual([]);
      expect(await reader.checkpoint()).toBeNull();
      expect(await reader.count({ view: 'visits', where: {} })).toBe(0);
    });

    test('tells every opened store of a commit, until it stops listening', async () => {
      const [writer, reader] = [await open(), await open('read')];
      const heard: string[] = [];
      const own: string[] = [];
      writer.onCommit((position) => own.push(position));
      const next = () =>
        new Promise<void>((resolve) => {
          const stop = reader.onCommit((position) => {
            heard.push(position);
            stop();
            resolve();
          });
        });
      const first = next();
      await fill(writer, [], 1);
      await first;
      const second = next();
      await writer.write({ writes: [], checkpoint: { from: checkpointAt(1), to: checkpointAt(2) } });
      await second;
      expect(heard).toEqual([at(1), at(2)]);
      expect(own).toEqual([at(1), at(2)]);
    });

    test('leaves another version of the projection alone', async () => {
      await fill(await open(), [visit('a', 1)], 1);
      const next = await open('write', { ...visits, version: 2 });
      expect(await next.checkpoint()).toBeNull();
      await fill(next, [visit('b', 1)], 2);
      expect(keysOf((await (await open('read')).query({ view: 'visits', where: {} })).rows)).toEqual(['a']);
    });
  });
}
