import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { BatchWrite, ProjectionStore, RowWrite } from '@dayline/view-store/port';
import fc from 'fast-check';
import { desk } from '../projections/desk/projection.ts';
import { foldAll } from '../projections/fold.ts';
import type { EventFeed } from '../runner/run.ts';
import { recorded } from './draft.ts';
import { dumpRows, dumpStore } from './dump.ts';
import { randomHistory } from './history.ts';
import { seededRandom } from './random.ts';
import { catchUp, feedOf } from './views.ts';

export const faultyEvents = recorded(randomHistory({ seed: 5, size: 260 }));
const events = faultyEvents;
/** The rows that every story must end with: those folded in memory. */
export const expectedRows = dumpRows(desk, foldAll(desk, events));
const expected = expectedRows;

const copiedViews = new Set(desk.views.filter(({ copied }) => copied).map(({ name }) => name));

class InjectedFailure extends Error {}
/** Enough kills to reach each kind of call before and after its effect several times. */
const kills = 40;

/** Time-out of a story with many small durable writes on a slow shared disk, in ms. */
const slowly = 300_000;

/** The storage of a story's views. */
export interface StoryPlace {
  /** Switches to empty storage. */
  renew(): Promise<void>;
  /** Opens the same rows each time, as a restarted process does. */
  open(): Promise<ProjectionStore>;
}

export async function dumpPlace(place: StoryPlace): Promise<string[]> {
  const store = await place.open();
  const lines = await dumpStore(desk, store);
  await store.close();
  return lines;
}

/** The feed in pages of the given sizes, repeated; a new `follow` continues with the next size. */
export function cut(feed: EventFeed, sizes: readonly number[]): EventFeed {
  let turn = 0;
  return {
    ...feed,
    async *follow(after, signal) {
      for await (const item of feed.follow(after, signal)) {
        if (item.kind === 'caughtUp') {
          yield item;
          continue;
        }
        for (let from = 0; from < item.events.length; ) {
          const size = sizes[turn++ % sizes.length] ?? 1;
          yield { kind: 'events', events: item.events.slice(from, from + size) };
          from += size;
        }
      }
    },
  };
}

/** What a projector must survive on every view store. `runs` is the number of runs per property. */
export function describeFaults(name: string, place: StoryPlace, { runs }: { readonly runs: number }): void {
  describe(`a projector on ${name}`, () => {
    beforeEach(() => place.renew());

    /** Catches up, restarting after each injected fault. */
    async function untilDone(feed: EventFeed, addFault: (store: ProjectionStore) => ProjectionStore): Promise<number> {
      for (let faults = 0; ; faults += 1) {
        const store = await place.open();
        try {
          const { status } = await catchUp(feed, addFault(store));
          if (status.caughtUp) return faults;
        } catch (error) {
          if (!(error instanceof InjectedFailure)) throw error;
        } finally {
          await store.close();
        }
      }
    }

    test(
      'any cutting of the log into batches gives the same rows',
      async () => {
        const feed = await feedOf(events);
        const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 });
        await fc.assert(
          fc.asyncProperty(sizes, async (chosen) => {
            await place.renew();
            const store = await place.open();
            await catchUp(cut(feed, chosen), store);
            await store.close();
            expect(await dumpPlace(place)).toEqual(expected);
          }),
          { numRuns: runs },
        );
      },
      slowly,
    );

    describe('a projector stopped at any point of a batch', () => {
      const points = ['before', 'after'] as const;
      test.each(points)('ends with the same rows: each call of the store fails once, %s its effect', async (point) => {
        const feed = cut(await feedOf(events), [70]);
        let failAt = 0;
        let calls = 0;
        const addFault = (store: ProjectionStore): ProjectionStore => {
          calls = 0;
          const failing = async <Result>(call: () => Promise<Result>): Promise<Result> => {
            const isDue = calls++ === failAt;
            if (isDue) failAt += 1;
            if (isDue && point === 'before') throw new InjectedFailure();
            const result = await call();
            if (isDue) throw new InjectedFailure();
            return result;
          };
          return {
            ...store,
            checkpoint: () => failing(() => store.checkpoint()),
            parked: () => failing(() => store.parked()),
            load: (view, keys) => failing(() => store.load(view, keys)),
            loadBy: (...lookUp) => failing(() => store.loadBy(...lookUp)),
            write: (batch) => failing(() => store.write(batch)),
          };
        };
        const faults = await untilDone(feed, addFault);
        expect(faults).toBeGreaterThan(5);
        expect(await dumpPlace(place)).toEqual(expected);
      });

      test(
        `ends with the same rows: killed ${kills} times, each time at another await by its seed`,
        async () => {
          const feed = cut(await feedOf(events), [6, 9, 5]);
          const random = seededRandom(100);
          let killed = 0;
          const faults = await untilDone(feed, (store) => {
            let callsLeft = 1 + random.below(7);
            const isBefore = random.chance(0.5);
            const mortal = async <Result>(call: () => Promise<Result>): Promise<Result> => {
              callsLeft -= 1;
              if (callsLeft > 0 || killed >= kills) return call();
              killed += 1;
              // The call may take effect or not; its answer is lost.
              if (!isBefore) await call();
              throw new InjectedFailure();
            };
            return {
              ...store,
              checkpoint: () => mortal(() => store.checkpoint()),
              parked: () => mortal(() => store.parked()),
              load: (view, keys) => mortal(() => store.load(view, keys)),
              loadBy: (...lookUp) => mortal(() => store.loadBy(...lookUp)),
              write: (batch) => mortal(() => store.write(batch)),
            };
          });
          expect(faults).toBe(kills);
          expect(await dumpPlace(place)).toEqual(expected);
        },
        slowly,
      );

      test(
        'ends with the same rows when it starts anew after every third event',
        async () => {
          // Somebody opens a pair of possible duplicates again that nothing else of a batch names.
          const history = recorded(randomHistory({ seed: 183, size: 200 }));
          const feed = cut(await feedOf(history), [3]);
          await untilDone(feed, (store) => ({
            ...store,
            async write(batch) {
              await store.write(batch);
              throw new InjectedFailure();
            },
          }));
          expect(await dumpPlace(place)).toEqual(dumpRows(desk, foldAll(desk, history)));
        },
        slowly,
      );

      // The state that a store without multi-row transactions can leave: some rows written, the checkpoint not.
      test(
        'ends with the same rows when a batch was torn in the middle',
        async () => {
          const feed = cut(await feedOf(events), [60]);
          await fc.assert(
            fc.asyncProperty(
              fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 8 }),
              async (isTorn) => {
                const waiting = [...isTorn];
                const addFault = (store: ProjectionStore): ProjectionStore => ({
                  ...store,
                  async write(batch: BatchWrite) {
                    const { from } = batch.checkpoint;
                    const share = from ? waiting.shift() : undefined;
                    if (!from || share === undefined) return store.write(batch);
                    // An arbitrary subset, in any order but for rows that others copy from, which follow these.
                    const isCopied = ({ view }: RowWrite) => copiedViews.has(view);
                    const [others, copied] = [
                      batch.writes.filter((write) => !isCopied(write)),
                      batch.writes.filter(isCopied),
                    ];
                    const subset = (writes: readonly RowWrite[]) =>
                      writes.filter((_, index) => ((index + 1) * 0.618) % 1 < share);
                    const writes = waiting.length % 2 === 0 ? subset(others) : [...others, ...subset(copied)];
                    await store.write({ writes, checkpoint: { from, to: from } });
                    throw new InjectedFailure();
                  },
                });
                await place.renew();
                expect(await untilDone(feed, addFault)).toBe(isTorn.length);
                expect(await dumpPlace(place)).toEqual(expected);
              },
            ),
            { numRuns: runs },
          );
        },
        slowly,
      );
    });

    describe('two projectors at once', () => {
      test(
        'leave the same rows as one',
        async () => {
          const feed = await feedOf(events);
          const stores = [await place.open(), await place.open()];
          const resume = async (store: ProjectionStore, sizes: readonly number[]) => {
            while (!(await catchUp(cut(feed, sizes), store)).status.caughtUp);
          };
          await Promise.all(stores.map((store, index) => resume(store, index === 0 ? [7, 31] : [13, 5, 44])));
          await Promise.all(stores.map((store) => store.close()));
          expect(await dumpPlace(place)).toEqual(expected);
        },
        slowly,
      );

      test(
        'do no harm when one of them is stale: it wakes up with a batch that the other has long passed',
        async () => {
          const feed = await feedOf(events);
          const [stale, otherStore] = [await place.open(), await place.open()];
          const sleepy: ProjectionStore = {
            ...stale,
            async write(batch) {
              await catchUp(feed, otherStore);
              return stale.write(batch);
            },
          };
          const { end } = await catchUp(cut(feed, [20]), sleepy);
          expect(end).toEqual({ end: 'overtaken' });
          await Promise.all([stale.close(), otherStore.close()]);
          expect(await dumpPlace(place)).toEqual(expected);
        },
        slowly,
      );
    });

    test(
      'a batch folded again after all its rows were written, but not the checkpoint, changes nothing',
      async () => {
        const feed = cut(await feedOf(events), [50]);
        const stored: RecordedDaylineEvent['position'][] = [];
        const addFault = (store: ProjectionStore): ProjectionStore => ({
          ...store,
          async write(batch) {
            const { from, to } = batch.checkpoint;
            if (!from || stored.includes(to.position)) return store.write(batch);
            stored.push(to.position);
            await store.write({ writes: batch.writes, checkpoint: { from, to: from } });
            throw new InjectedFailure();
          },
        });
        expect(await untilDone(feed, addFault)).toBe(stored.length);
        expect(stored.length).toBeGreaterThan(3);
        expect(await dumpPlace(place)).toEqual(expected);
      },
      slowly,
    );
  });
}
