import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { RebuildUnderWay, type ViewStore } from '@dayline/view-store/port';
import { desk } from '../projections/desk/projection.ts';
import { foldAll } from '../projections/fold.ts';
import { PoisonEvent, type Projection, type View } from '../projections/projection.ts';
import type { ComparisonOutcome } from '../runner/compare.ts';
import { rebuildViews } from '../runner/rebuild.ts';
import type { EventFeed } from '../runner/run.ts';
import { startProjector } from '../runner/start.ts';
import { appendAll, recorded } from './draft.ts';
import { dumpRows, dumpStore } from './dump.ts';
import { randomHistory } from './history.ts';
import { feedOf } from './views.ts';

const history = (size: number, seed = 11): RecordedDaylineEvent[] => recorded(randomHistory({ seed, size }));
const expectedRows = (events: readonly RecordedDaylineEvent[]) => dumpRows(desk, foldAll(desk, events));

/** Without erasures: one not yet scrubbed from the views would remove the previous generation. */
const unerased = (size: number): RecordedDaylineEvent[] =>
  recorded(randomHistory({ seed: 1, size }).filter(({ event }) => event.type !== 'PatientErased'));

/** Resolves when the condition holds; otherwise the test times out. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Rebuilding beside a running projector, on every view store. `make` opens a store on the same storage. */
export function describeRebuilding(name: string, make: () => ViewStore): void {
  async function rebuilt(feed: EventFeed) {
    const views = make();
    const found: ComparisonOutcome[] = [];
    const { signal } = new AbortController();
    const parts = {
      projection: desk,
      feed,
      views,
      signal,
      onCompared: (comparison: ComparisonOutcome) => void found.push(comparison),
    };
    const done = await rebuildViews(parts).finally(() => views.close());
    return { done, compared: found[0] };
  }

  describe(`views ${name}, rebuilt beside a running projector`, () => {
    test('miss nothing that comes meanwhile, nor do the ones before; and all go to and fro by themselves', async () => {
      const events = unerased(900);
      const [early, late, last] = [events.slice(0, 500), events.slice(500, 800), events.slice(800)];
      const log = openMemoryEventLog();
      const feed = openSealedLog(log, memoryKeyRing());
      await appendAll(log, early);
      const views = make();
      const projector = await startProjector({ projection: desk, feed, views });
      const reader = await views.open(desk, 'read');
      const reached = (to: RecordedDaylineEvent | undefined) =>
        until(async () => (await reader.checkpoint())?.position === to?.position);
      await reached(early.at(-1));
      let swaps = 0;
      reader.onSwap(() => {
        swaps += 1;
      });
      const appending = (async () => {
        for (let from = 0; from < late.length; from += 10) await appendAll(log, late.slice(from, from + 10));
      })();
      const { compared } = await rebuilt(feed);
      expect(compared).toMatchObject({ kind: 'compared', differing: new Map(), movedOn: 0 });
      await appending;
      await until(async () => swaps === 1);
      await reached(late.at(-1));
      expect(await dumpStore(desk, reader)).toEqual(expectedRows([...early, ...late]));

      expect(await views.rollBack(desk)).toBe(true);
      await until(async () => swaps === 2);
      await appendAll(log, last);
      await reached(last.at(-1));
      expect(await dumpStore(desk, reader)).toEqual(expectedRows(events));
      expect(await views.rollBack(desk)).toBe(true);
      await until(async () => swaps === 3);
      await reached(last.at(-1));
      expect(await dumpStore(desk, reader)).toEqual(expectedRows(events));
      await projector.stop();
      await views.close();
    });

    test('are built by one at a time', async () => {
      const feed = await feedOf(history(50));
      const views = make();
      const begun = await views.rebuild(desk);
      await expect(rebuilt(feed)).rejects.toThrow(RebuildUnderWay);
      await begun.close();
      await views.close();
      await expect(rebuilt(feed)).resolves.toMatchObject({ done: { parkedEvents: 0 } });
    });

    test('a rebuild with fixed code brings back what was parked, and the running projector sees it', async () => {
      const events = history(500);
      const [wrong] = events.filter((event) => event.type === 'AppointmentBooked');
      if (!wrong) throw new Error('the history has no booking');
      const broken: Projection = {
        ...desk,
        views: desk.views.map((view: View): View => {
          const booked = view.changes.AppointmentBooked;
          if (!booked) return view;
          const failing: typeof booked = {
            ...booked,
            fold(row, event, key, others) {
              if (event.id === wrong.id) throw new PoisonEvent('a bug');
              return booked.fold(row, event, key, others);
            },
          };
          return { ...view, changes: { ...view.changes, AppointmentBooked: failing } };
        }),
      };
      const feed = await feedOf(events);
      const views = make();
      const before = await startProjector({ projection: broken, feed, views });
      await until(async () => before.status().caughtUp);
      expect(before.status().parkedStreams).toEqual([wrong.stream]);
      await before.stop();

      // The fixed build: parked events stay parked until a rebuild.
      const fixed = await startProjector({ projection: desk, feed, views });
      await until(async () => fixed.status().caughtUp);
      const held = fixed.status().parkedEvents;
      expect(held).toBe(
        // A refused move changes no row, so nothing of it is held back.
        events.filter(
          ({ stream, position, type }) =>
            stream === wrong.stream && position >= wrong.position && type !== 'MoveRefused',
        ).length,
      );
      const { done, compared } = await rebuilt(feed);
      expect(done.parkedEvents).toBe(0);
      if (compared?.kind !== 'compared') throw new Error('not compared');
      expect(compared.differing.get('appointments')).toBeGreaterThan(0);
      await until(async () => fixed.status().parkedEvents === 0 && fixed.status().caughtUp);
      await fixed.stop();
      expect(await dumpStore(desk, await views.open(desk, 'read'))).toEqual(expectedRows(events));
      await views.close();
    });
  });
}
