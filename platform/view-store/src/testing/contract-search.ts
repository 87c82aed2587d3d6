import { searchText, searchWords } from '@dayline/contracts/fold';
import { phoneSpellings, searchPairs } from '@dayline/contracts/testing/search-pairs';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { ProjectionStore, RowFilter } from '../port.ts';
import { at, checkpointAt, insert, keysOf, visit } from './contract-rows.ts';

const needles = [
  'asha',
  'asha m',
  'ha',
  'n',
  'menon',
  'o’b',
  "o'b",
  'zoë',
  'ë k',
  '☃☃☃',
  '👩‍⚕️ dr',
  'éé',
  '100%',
  'a\nb',
];
const texts = [
  'asha menon',
  'natasha rao',
  'ash menon',
  'ravi o’brien',
  'zoë khan',
  'zoé khan',
  '☃☃☃☃ snow',
  '👩‍⚕️ dr. mehta',
  'ééé',
  'up to 100%',
  'a\nb\u0000c',
  'n',
  '',
];

/** The contract on text search. `begin` returns a store with these rows. */
export function describeSearch(begin: (rows: readonly ViewRow[]) => Promise<ProjectionStore>): void {
  describe('search', () => {
    const found = async (store: ProjectionStore, given: Partial<RowFilter>) => {
      const filter = { view: 'visits', where: {}, ...given };
      const keys = keysOf((await store.query({ ...filter, order: [{ field: 'key' }] })).rows);
      expect(await store.count(filter)).toBe(keys.length);
      return keys;
    };
    const holding = (...words: string[]) => ({ where: { ward: 'east' }, contains: { field: 'search', words } });

    test('finds what holds a text, wherever it stands and of whatever letters it is', async () => {
      const rows = texts.map((search, index) => visit(`k${index + 10}`, 1, { search }));
      const store = await begin([...rows, visit('other', 1, { ward: 'west', search: texts.join(' ') })]);
      for (const text of [...needles, ...texts, texts.join(' ')]) {
        const expected = keysOf(rows.filter(({ search }) => search.includes(text)));
        expect([text, await found(store, holding(text))]).toEqual([text, expected]);
      }
    });

    test('finds what holds each of several words, in any order', async () => {
      const many = Array.from({ length: 40 }, (_, index) => `w${index}x`);
      const rows = texts.map((search, index) => visit(`k${index + 10}`, 1, { search }));
      const store = await begin([...rows, visit('long', 1, { search: many.join(' ') })]);
      expect(await found(store, holding('menon', 'asha'))).toEqual(['k10']);
      expect(await found(store, holding('o', 'ha', 'a'))).toEqual(['k10', 'k11', 'k14', 'k15']);
      expect(await found(store, holding('asha', 'khan'))).toEqual([]);
      expect(await found(store, holding(...many.toReversed()))).toEqual(['long']);
      expect(await found(store, holding(...many, 'w40x'))).toEqual([]);
    });

    test.each([...searchPairs, ...phoneSpellings.map((input): [string, string] => ['Ravi 919812345670', input])])(
      'finds %s by %s',
      async (stored, input) => {
        const store = await begin([visit('a', 1, { search: searchText(stored) }), visit('b', 1, { search: 'nobody' })]);
        expect(await found(store, holding(...searchWords(input)))).toEqual(['a']);
      },
    );

    test('follows a row’s text, and where it belongs', async () => {
      const store = await begin([visit('a', 1), visit('b', 1)]);
      let last = 1000;
      const replace = async (row: ViewRow, was: number) => {
        const writes = [{ view: 'visits', row, was: at(was) }];
        const checkpoint = { from: checkpointAt(last), to: checkpointAt(last + 1) };
        expect(await store.write({ writes, checkpoint })).toEqual({ written: true });
        last += 1;
      };
      await replace(visit('a', 2, { search: 'ravi menon' }), 1);
      expect([await found(store, holding('asha')), await found(store, holding('ravi'))]).toEqual([['b'], ['a']]);
      await replace(visit('a', 3, { search: 'ravi menon', ward: 'west' }), 2);
      expect(await found(store, holding('menon'))).toEqual(['b']);
      expect(await found(store, { ...holding('menon'), where: { ward: 'west' } })).toEqual(['a']);
      await replace(visit('b', 2, { gone: true }), 1);
      expect(await found(store, holding('menon'))).toEqual([]);
    });

    describe('through another view', () => {
      const names = ['asha menon', 'natasha rao', 'ravi menon'];
      const people = names.map((search, index) => ({ key: `p${index}`, at: at(1), ward: 'east', search }));
      const visitOf = (key: string, person: string | null, day: string) =>
        visit(key, 1, { person, day: `2026-11-${day}`, open: key !== 'e' });
      const rows = [
        visitOf('a', 'p0', '03'),
        visitOf('b', 'p2', '01'),
        visitOf('c', 'p1', '02'),
        visitOf('d', null, '04'),
        visitOf('e', 'p0', '01'),
        visit('f', 1, { person: 'p1', gone: true }),
        visitOf('g', 'g', '05'),
        visitOf('h', 'p4', '05'),
      ];
      let store: ProjectionStore;
      beforeEach(async () => {
        store = await begin(rows);
        const more = [
          { key: 'p3', at: at(1), ward: 'west', search: 'asha west' },
          { key: 'p4', at: at(1), ward: 'east', search: 'asha gone', gone: true },
        ];
        await store.write({
          writes: [...people, ...more].map((row) => insert(row, 'people')),
          checkpoint: { from: checkpointAt(1000), to: checkpointAt(1001) },
        });
      });
      const of = (text: string) => ({
        foundIn: {
          field: 'person',
          view: 'people',
          where: { ward: 'east' },
          contains: { field: 'search', words: [text] },
        },
      });

      test('finds the rows of those that it finds there', async () => {
        expect(await found(store, of('asha'))).toEqual(['a', 'c', 'e']);
        expect(await found(store, of('me'))).toEqual(['a', 'b', 'e']);
        expect(await found(store, { ...of('asha'), where: { open: true } })).toEqual(['a', 'c']);
        expect(await found(store, of('nobody'))).toEqual([]);
        const everybody = { field: 'person', view: 'people', where: { ward: 'east' } };
        expect(await found(store, { foundIn: everybody })).toEqual(['a', 'b', 'c', 'e']);
      });

      test('gives its pages in the asked order', async () => {
        const query = { view: 'visits', where: {}, ...of('asha'), order: [{ field: 'day' }], limit: 2 };
        const first = await store.query(query);
        expect(keysOf(first.rows)).toEqual(['e', 'c']);
        const second = await store.query({ ...query, after: first.next ?? '' });
        expect([keysOf(second.rows), second.next]).toEqual([['a'], null]);
        expect(keysOf((await store.query({ ...query, offset: 1 })).rows)).toEqual(['c', 'a']);
        expect(keysOf((await store.query({ ...query, fromEnd: true })).rows)).toEqual(['c', 'a']);
        expect(await store.count({ ...query, after: first.next ?? '' })).toBe(1);
      });

      test('refuses views and fields that are not there', async () => {
        const { foundIn } = of('asha');
        for (const wrong of [{ field: 'nothing' }, { view: 'nowhere' }, { where: { nothing: 1 } }]) {
          const filter = { view: 'visits', where: {}, foundIn: { ...foundIn, ...wrong } };
          await expect(store.count(filter)).rejects.toThrow(TypeError);
          await expect(store.query(filter)).rejects.toThrow(TypeError);
        }
      });
    });
  });
}
