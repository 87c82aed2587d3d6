import type { ViewRow } from '@dayline/contracts/views/row';
import type { ProjectionStore, RowWrite, ViewStore } from '../port.ts';
import { describeGenerations, parkedEvent } from './contract-generations.ts';
import { describePages } from './contract-pages.ts';
import { describePeople } from './contract-people.ts';
import { at, checkpointAt, insert, keysOf, visit, visits } from './contract-rows.ts';
import { describeSearch } from './contract-search.ts';

const replace = (row: ViewRow, was: number, view = 'visits'): RowWrite => ({ view, row, was: at(was) });

export interface TestedViewStore {
  /** Opens a store on the same data each time within a test. */
  readonly make: () => ViewStore;
  /** Empties it. */
  readonly renew: () => Promise<void>;
  /** After this call `make` opens what a process killed at that moment would have left. */
  readonly afterKill: () => Promise<void>;
}

/** One suite for every adapter. */
export function describeViewStore(name: string, { make, renew, afterKill }: TestedViewStore): void {
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

    test('writes a row only where its position is still what was read, and moves the checkpoint only with all of them', async () => {
      const store = await open();
      await fill(store, [visit('a', 1), visit('b', 1)], 1);
      const stale = await store.write({
        writes: [replace(visit('a', 2, { ward: 'west' }), 1), replace(visit('b', 3), 2)],
        checkpoint: { from: checkpointAt(1), to: checkpointAt(3) },
      });
      expect(stale).toEqual({ written: false, checkpoint: checkpointAt(1) });
      expect((await store.load('visits', ['b'])).get('b')).toEqual(visit('b', 1));
      const twice = await store.write({
        writes: [insert(visit('a', 3))],
        checkpoint: { from: checkpointAt(1), to: checkpointAt(3) },
      });
      expect(twice.written).toBe(false);
      await store.write({
        writes: [replace(visit('b', 2), 1)],
        checkpoint: { from: checkpointAt(1), to: checkpointAt(2) },
      });
      const late = { writes: [replace(visit('b', 3), 1)], checkpoint: { from: checkpointAt(2), to: checkpointAt(3) } };
      expect(await store.write(late)).toEqual({ written: false, checkpoint: checkpointAt(2) });
      expect((await store.load('visits', ['b'])).get('b')).toEqual(visit('b', 2));
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

    test('keeps rows as they were, whatever their fields are called and hold', async () => {
      const store = await open();
      const odd = {
        $set: 1,
        'a.b': { $ne: null, '': [null, {}, [1.5, 'x']] },
        'zoë ☃': Number.MAX_SAFE_INTEGER,
        b: '$a',
      };
      const row = { ...visit('$a.b\u0000é', 1), z: odd, a: { '10': 'ten', '09': 'nine' }, missing: undefined };
      await fill(store, [row], 1);
      const kept = (await store.load('visits', [row.key])).get(row.key);
      expect(JSON.stringify(kept)).toBe(JSON.stringify(row));
      const again = { ...row, at: at(2), $inc: odd };
      await store.write({ writes: [replace(again, 1)], checkpoint: { from: checkpointAt(1), to: checkpointAt(2) } });
      expect((await store.query({ view: 'visits', where: { ward: 'east' } })).rows).toEqual([
        JSON.parse(JSON.stringify(again)),
      ]);
    });

    test('finds a row that lacks a field, or holds null there, by null', async () => {
      const store = await open();
      const { person, ...impersonal } = visit('b', 1);
      await fill(store, [visit('a', 1, { person: null }), impersonal, visit('c', 1, { person })]);
      expect(keysOf((await store.query({ view: 'visits', where: { person: null } })).rows)).toEqual(['a', 'b']);
      expect(keysOf(await store.loadBy('visits', 'person', [null])).sort()).toEqual(['a', 'b']);
    });

    test('takes text for text: nothing in it is a pattern, an operator or a name', async () => {
      const store = await open();
      const texts = ['a.c', 'abc', 'a*c', '100%', 'x_y', '(', '\\d', '$ne', '^a', 'zoë'];
      await fill(
        store,
        texts.map((search, index) => visit(`k${index}`, 1, { search })),
      );
      for (const [index, text] of texts.entries()) {
        const contains = { field: 'search', words: [text] };
        expect(keysOf((await store.query({ view: 'visits', where: {}, contains })).rows)).toEqual([`k${index}`]);
        expect(await store.count({ view: 'visits', where: { search: text } })).toBe(1);
      }
    });

    test('of two writers with the same reading one wins', async () => {
      const [first, second] = [await open(), await open()];
      const batch = { writes: [insert(visit('a', 1))], checkpoint: { from: null, to: checkpointAt(1) } };
      const results = await Promise.all([first.write(batch), second.write(batch)]);
      expect(results.map((result) => result.written).sort()).toEqual([false, true]);
    });

    test('writes a row that others copy from only if all those were written', async () => {
      const [first, second] = [await open(), await open()];
      await fill(first, [visit('a', 1)]);
      const writes = [insert(visit('asha', 1), 'people'), insert(visit('a', 1)), insert(visit('b', 1))];
      const checkpoint = { from: await second.checkpoint(), to: checkpointAt(2) };
      expect(await second.write({ writes, checkpoint })).toMatchObject({ written: false });
      expect((await second.load('people', ['asha'])).size).toBe(0);
    });

    test('finds rows by an indexed field for folding, gone ones too', async () => {
      const store = await open();
      await fill(store, [visit('a', 1), visit('b', 1, { gone: true }), visit('c', 1, { person: 'ravi' })]);
      expect(keysOf(await store.loadBy('visits', 'person', ['asha', 'asha'])).sort()).toEqual(['a', 'b']);
      expect(await store.loadBy('visits', 'person', ['asha', 'ravi'], 1)).toHaveLength(2);
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

    const holding = async (rows: readonly ViewRow[]) => {
      const store = await open();
      await fill(store, rows);
      return store;
    };
    describePages(holding);
    describeSearch(holding);
    describePeople(holding);

    describeGenerations({
      store: () => {
        const store = make();
        stores.push(store);
        return store;
      },
      projection: visits,
      afterKill,
    });

    test('says what changed between two positions, oldest change first, and whether that is all', async () => {
      const store = await open();
      await fill(store, [visit('a', 3), visit('b', 1), visit('c', 2, { gone: true }), visit('d', 4)], 4);
      const some = await store.changed(['visits'], at(1), at(3), 10);
      expect([keysOf(some.rows['visits'] ?? []), some.complete]).toEqual([['c', 'a'], true]);
      const few = await store.changed(['visits'], at(0), at(4), 2);
      expect([keysOf(few.rows['visits'] ?? []), few.complete]).toEqual([['b', 'c'], false]);
      const both = await store.changed(['visits', 'totals'], at(3), at(5), 10);
      expect(both).toEqual({ rows: { visits: [visit('d', 4)], totals: [] }, complete: true });
      expect(await store.changed([], at(0), at(5), 10)).toEqual({ rows: {}, complete: true });
      const total = insert({ key: 't', at: at(5) }, 'totals');
      await store.write({ writes: [total], checkpoint: { from: checkpointAt(4), to: checkpointAt(5) } });
      const all = await store.changed(['visits', 'totals'], at(0), at(5), 3);
      expect([keysOf(all.rows['visits'] ?? []), keysOf(all.rows['totals'] ?? [])]).toEqual([['b', 'c', 'a'], ['t']]);
      expect(all.complete).toBe(false);
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

    test('keeps parked events', async () => {
      const store = await open();
      await store.write({
        writes: [insert(visit('a', 2))],
        parked: [parkedEvent],
        checkpoint: { from: null, to: checkpointAt(2) },
      });
      const reader = await open('read');
      expect(await reader.parked()).toEqual([parkedEvent]);
    });

    test('tells every opened store of a commit, until it stops listening', async () => {
      const [writer, reader] = [await open(), await open('read')];
      const swaps: string[] = [];
      const own: string[] = [];
      writer.onCommit((position) => own.push(position));
      const next = () =>
        new Promise<void>((resolve) => {
          const stop = reader.onCommit((position) => {
            swaps.push(position);
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
      expect(swaps).toEqual([at(1), at(2)]);
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
