import type { ViewRow } from '@dayline/contracts/views/row';
import type { ProjectionStore, RowQuery } from '../port.ts';
import { keysOf, type VisitRow, visit } from './contract-rows.ts';

/** The contract on paging. `begin` returns a store with these rows. */
export function describePages(begin: (rows: readonly ViewRow[]) => Promise<ProjectionStore>): void {
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
      store = await begin(rows);
    });

    test('by equality, one of, range and contained text', async () => {
      const query = { view: 'visits', where: { ward: 'east', open: true } } as const;
      const range = { field: 'day', from: '2026-11-02', to: '2026-11-04' };
      const among = { field: 'day', values: ['2026-11-01', '2026-11-03', 'never'] };
      const contains = { field: 'search', words: ['ravi o’b'] };
      expect(await store.count(query)).toBe(east.length);
      const inRange = east.filter((row) => row.day >= range.from && row.day <= range.to);
      expect(await store.count({ ...query, range })).toBe(inRange.length);
      expect(await store.count({ ...query, among })).toBe(east.filter((row) => among.values.includes(row.day)).length);
      const ravis = east.filter((row) => row.search.startsWith('ravi'));
      expect(await store.count({ ...query, contains })).toBe(ravis.length);
      expect((await store.query({ ...query, contains, order: [{ field: 'key' }] })).rows).toEqual(ravis);
      expect((await store.query({ ...query, among: { field: 'day', values: [] } })).rows).toEqual([]);
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
      const query = { view: 'visits', where: { ward: 'east' }, order, limit: 6 };
      const forward: string[][] = [];
      let page = await store.query(query);
      expect(page.previous).toBeNull();
      for (;;) {
        forward.push(keysOf(page.rows));
        if (page.next === null) break;
        page = await store.query({ ...query, after: page.next });
      }
      expect(forward.flat()).toEqual(keysOf(expected));
      const back = [keysOf(page.rows)];
      while (page.previous !== null) {
        page = await store.query({ ...query, before: page.previous });
        back.unshift(keysOf(page.rows));
      }
      expect(back).toEqual(forward);
    });

    test.each([false, true])(
      'stay in a range, also with a cursor from outside it (descending: %s)',
      async (descending) => {
        const order = [{ field: 'day', descending }] as const;
        const range = { field: 'day', from: '2026-11-03', to: '2026-11-05' };
        const query = { view: 'visits', where: { ward: 'east' }, order, limit: 4 };
        const expected = keysOf(
          sorted(east, descending, descending).filter(({ day }) => day >= range.from && day <= range.to),
        );
        const found: string[] = [];
        let page = await store.query({ ...query, range });
        for (;;) {
          found.push(...keysOf(page.rows));
          if (page.next === null) break;
          expect(await store.count({ ...query, range, after: page.next })).toBe(expected.length - found.length);
          page = await store.query({ ...query, range, after: page.next });
        }
        expect(found).toEqual(expected);
        const back = await store.query({ ...query, range, before: page.previous ?? '' });
        expect(keysOf(back.rows)).toEqual(expected.slice(-4 - page.rows.length, -page.rows.length));
        const outside = await store.query({ ...query, limit: 1 });
        expect(keysOf((await store.query({ ...query, range, after: outside.next ?? '' })).rows)).toEqual(
          expected.slice(0, 4),
        );
      },
    );

    test('jump by offset, and read the last page from the end', async () => {
      const order = [{ field: 'day', descending: true }] as const;
      const expected = keysOf(sorted(east, true, true));
      const query = { view: 'visits', where: { ward: 'east' }, order };
      const middle = await store.query({ ...query, offset: 6, limit: 6 });
      expect(keysOf(middle.rows)).toEqual(expected.slice(6, 12));
      const before = await store.query({ ...query, limit: 6, before: middle.previous ?? '' });
      expect(keysOf(before.rows)).toEqual(expected.slice(0, 6));
      const last = await store.query({ ...query, fromEnd: true, limit: 2 });
      expect(keysOf(last.rows)).toEqual(expected.slice(-2));
      expect([last.next, last.previous !== null]).toEqual([null, true]);
      expect(keysOf((await store.query(query)).rows)).toEqual(expected);
      expect(await store.count({ ...query, after: middle.next ?? '' })).toBe(expected.length - 12);
      expect(await store.count({ ...query, order: [] })).toBe(expected.length);
    });

    test('refuse a cursor that is none, or another query’s', async () => {
      const otherPage = await store.query({ view: 'visits', where: {}, limit: 2 });
      const query = { view: 'visits', where: {}, order: [{ field: 'day' }], limit: 2 };
      await expect(store.query({ ...query, after: otherPage.next ?? '' })).rejects.toThrow('cursor');
      await expect(store.query({ ...query, after: 'bm90IGpzb24' })).rejects.toThrow('cursor');
    });
  });
}
