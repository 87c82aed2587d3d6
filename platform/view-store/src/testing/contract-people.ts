import { searchText } from '@dayline/contracts/fold';
import { lookUpKeysOf, rankOf, typedWords } from '@dayline/contracts/search/people';
import { phoneSpellings, searchPairs, spellingPairs } from '@dayline/contracts/testing/search-pairs';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { PeopleQuery, ProjectionStore } from '../port.ts';
import { at, checkpointAt, insert, keysOf, visit } from './contract-rows.ts';

interface PersonRow extends ViewRow {
  readonly ward: string;
  readonly search: string;
}

const person = (key: string, name: string, more: Partial<PersonRow> = {}): PersonRow => ({
  key,
  at: at(1),
  ward: 'east',
  search: searchText(name),
  ...more,
});

/** The contract on people found by keys. `begin` returns a store with these visits. */
export function describePeople(begin: (rows: readonly ViewRow[]) => Promise<ProjectionStore>): void {
  describe('people', () => {
    let last = 0;
    async function holding(people: readonly PersonRow[], visits: readonly ViewRow[] = []): Promise<ProjectionStore> {
      const store = await begin(visits);
      last = 1000;
      await put(store, people);
      return store;
    }
    async function put(store: ProjectionStore, people: readonly PersonRow[], was: number | null = null) {
      const writes = people.map((row) => ({ ...insert(row, 'people'), was: was === null ? null : at(was) }));
      const checkpoint = { from: checkpointAt(last), to: checkpointAt(last + 1) };
      expect(await store.write({ writes, checkpoint })).toEqual({ written: true });
      last += 1;
    }
    /** The people found, with their names compared as a search does. */
    async function found(store: ProjectionStore, input: string, more: Partial<PeopleQuery> = {}): Promise<string[]> {
      const words = typedWords(input);
      const lookUp = { view: 'people', within: 'east', keys: lookUpKeysOf(words, 'near'), limit: 100, ...more };
      return keysOf((await store.people<PersonRow>(lookUp)).filter(({ search }) => rankOf(search, words) !== null));
    }

    test('finds each spelling of a name, and of a phone', async () => {
      const pairs = [...searchPairs, ...spellingPairs];
      const names = [...new Set(pairs.map(([stored]) => stored))];
      const people = names.map((name, index) => person(`p${index + 10}`, name));
      const store = await holding([...people, person('phone', '', { search: searchText('Ravi', '919812345670') })]);
      for (const [stored, input] of pairs) {
        expect([input, await found(store, input)]).toEqual([
          input,
          expect.arrayContaining([`p${names.indexOf(stored) + 10}`]),
        ]);
      }
      for (const input of phoneSpellings) expect([input, await found(store, input)]).toEqual([input, ['phone']]);
    });

    test('finds a word with one letter off, its beginning as typed, and people of all words only', async () => {
      const store = await holding([
        person('a', 'Arjun Sundaram'),
        person('b', 'Meena Sundaram'),
        person('c', 'Rohan Kulkarni'),
        person('west', 'Arjun Sundaram', { ward: 'west' }),
        person('gone', 'Arjun Sundaram', { gone: true }),
      ]);
      for (const input of ['Sundram', 'Sunddaram', 'Sudnaram', 'Sundarem', 'undaram', 'Zundaram', 'sund']) {
        expect([input, await found(store, input)]).toEqual([input, ['a', 'b']]);
      }
      expect(await found(store, 'sundram arj')).toEqual(['a']);
      expect(await found(store, 'sndram')).toEqual([]);
      expect(await found(store, 'arjun rohan')).toEqual([]);
      expect(await found(store, '')).toEqual([]);
      expect(await found(store, 'arjun', { within: 'west' })).toEqual(['west']);
    });

    test('follows a name, and finds nobody by one that was taken out', async () => {
      const store = await holding([person('a', 'Arjun Rao')]);
      await put(store, [person('a', 'Asha Rao', { at: at(2) })], 1);
      expect([await found(store, 'arjun'), await found(store, 'asha')]).toEqual([[], ['a']]);
      await put(store, [person('a', '', { at: at(3) })], 2);
      for (const input of ['asha', 'arjun', 'rao']) expect(await found(store, input)).toEqual([]);
    });

    test('of more than are asked for, gives those that were written first', async () => {
      const store = await holding(Array.from({ length: 30 }, (_, index) => person(`p${index + 10}`, 'Asha Rao')));
      expect(await found(store, 'asha', { limit: 3 })).toEqual(['p10', 'p11', 'p12']);
    });

    test('finds only those whom rows of another view name', async () => {
      const people = Array.from({ length: 1_200 }, (_, index) => person(`p${index + 1_000}`, 'Asha Rao'));
      const visits = ['p1003', 'p1003', 'p2199', null].map((key, index) =>
        visit(`v${index}`, 1, { person: key, ward: 'east' }),
      );
      const west = visit('w', 1, { person: 'p1004', ward: 'west' });
      const gone = visit('gone', 1, { person: 'p1005', gone: true });
      const store = await holding(
        [...people, person('r', 'Ravi')],
        [...visits, west, gone, visit('r', 1, { person: 'r' })],
      );
      const namedIn = { view: 'visits', field: 'person', where: { ward: 'east' } };
      expect(await found(store, 'asha', { namedIn })).toEqual(['p1003', 'p2199']);
      expect(await found(store, 'ravi', { namedIn })).toEqual(['r']);
      expect(await found(store, 'ravi', { namedIn: { ...namedIn, where: { ward: 'west' } } })).toEqual([]);
    });

    test('takes any text, and refuses views and fields that are not there', async () => {
      const store = await holding([person('emoji', '☃☃☃☃ 👩‍⚕️'), person('a', 'Asha')]);
      expect(await found(store, '☃☃☃☃')).toEqual(['emoji']);
      for (const input of ['\ud800', 'q\udc00', '"', '*', '(', 'NEAR(', '\u0000', `${'a'.repeat(999)}`, '%']) {
        expect([input, await found(store, input)]).toEqual([input, []]);
      }
      await expect(found(store, 'asha', { view: 'nowhere' })).rejects.toThrow(TypeError);
      await expect(found(store, 'asha', { view: 'visits' })).rejects.toThrow(TypeError);
      const namedIn = { view: 'visits', field: 'nothing', where: {} };
      await expect(found(store, 'asha', { namedIn })).rejects.toThrow(TypeError);
    });
  });
}
