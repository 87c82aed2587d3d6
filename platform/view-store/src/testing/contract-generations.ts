import { setTimeout as pause } from 'node:timers/promises';
import { type ParkedEvent, type ProjectionStore, type Rebuild, RebuildUnderWay, type ViewStore } from '../port.ts';
import { at, checkpointAt, insert, keysOf, visit, type visits } from './contract-rows.ts';

/** Polls until the condition holds; otherwise the test times out. */
async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20);
}

export const parkedEvent: ParkedEvent = {
  position: at(1),
  eventId: 'e',
  stream: 'visit-1',
  type: 'Visited',
  reason: 'no row',
};

export interface OpenedStores {
  /** A new store on the same data. */
  readonly store: () => ViewStore;
  readonly projection: typeof visits;
  readonly afterKill: () => Promise<void>;
}

/** The contract on rebuilding and switching generations. */
export function describeGenerations({ store, projection, afterKill }: OpenedStores): void {
  const open = (mode: 'read' | 'write' = 'write') => store().open(projection, mode);
  const rebuild = () => store().rebuild(projection);
  const rollBack = () => store().rollBack(projection);
  const fill = async (rows: ProjectionStore, key: string, to: number) => {
    const from = await rows.checkpoint();
    const writes = [insert(visit(key, to))];
    expect(await rows.write({ writes, checkpoint: { from, to: checkpointAt(to) } })).toEqual({ written: true });
  };
  const shown = async (rows: ProjectionStore) => keysOf((await rows.query({ view: 'visits', where: {} })).rows);
  const moved = (rows: ProjectionStore) =>
    new Promise<void>((resolve) => {
      const stop = rows.onSwap(() => {
        stop();
        resolve();
      });
    });
  const swapped = async (begun: Rebuild) => {
    await begun.index();
    expect(await begun.swap()).toBe(true);
    await begun.close();
  };

  /** The generations that may still contain persons erased up to `to`. */
  const holding = async (to: number) => {
    const all = await store().erasureProgress();
    return all.filter(({ position }) => position < at(to)).map(({ generation }) => generation);
  };
  const first = `${projection.name}@${projection.version}`;
  const erase = (rows: ProjectionStore, key: string, to: number) =>
    rows.write({
      writes: [{ view: 'visits', row: visit(key, to, { search: '' }), was: at(to - 1) }],
      checkpoint: { from: checkpointAt(to - 1), to: checkpointAt(to) },
      scrub: true,
    });

  test('a rebuild is empty at first, and readers see the old rows until the swap', async () => {
    const [writer, reader] = [await open(), await open('read')];
    await fill(writer, 'old', 1);
    const begun = await rebuild();
    expect(await begun.next.checkpoint()).toBeNull();
    expect(await begun.old?.checkpoint()).toEqual(checkpointAt(1));
    await fill(begun.next, 'new', 1);
    expect(await begun.next.loadBy('visits', 'person', ['asha'])).toHaveLength(1);
    expect([await shown(writer), await shown(reader)]).toEqual([['old'], ['old']]);
    const both = Promise.all([moved(writer), moved(reader)]);
    await swapped(begun);
    await both;
    expect([await shown(writer), await shown(reader)]).toEqual([['new'], ['new']]);
    expect(await shown(await open('read'))).toEqual(['new']);
  });

  test('how far a rebuild is can be read in any process, until it is swapped', async () => {
    const writer = await open();
    await fill(writer, 'old', 1);
    expect(await store().building(projection)).toBeNull();
    const begun = await rebuild();
    expect(await store().building(projection)).toBe('');
    await fill(begun.next, 'new', 1);
    expect(await store().building(projection)).toBe(at(1));
    await swapped(begun);
    expect(await store().building(projection)).toBeNull();
    // The previous generation is kept, and is not a rebuild.
    expect(await rollBack()).toBe(true);
    expect(await store().building(projection)).toBeNull();
  });

  test('rows that were never folded are no way back', async () => {
    const reader = await open('read');
    const begun = await rebuild();
    await fill(begun.next, 'new', 1);
    const both = moved(reader);
    await swapped(begun);
    await both;
    expect(await rollBack()).toBe(false);
    expect(await shown(reader)).toEqual(['new']);
  });

  test('the running projector goes on in the new rows, and its readers hear of its commits', async () => {
    const [writer, reader] = [await open(), await open('read')];
    await fill(writer, 'old', 1);
    const swaps: string[] = [];
    const both = Promise.all([moved(writer), moved(reader)]);
    const later = new Promise<void>((resolve) => {
      reader.onCommit((position) => {
        swaps.push(position);
        if (position === at(3)) resolve();
      });
    });
    const begun = await rebuild();
    await fill(begun.next, 'new', 2);
    await swapped(begun);
    await both;
    await fill(writer, 'later', 3);
    await later;
    expect(swaps).toContain(at(2));
    expect((await shown(reader)).sort()).toEqual(['later', 'new']);
  });

  test('what was folded from the old rows isn’t written into the new ones', async () => {
    const writer = await open();
    await fill(writer, 'old', 1);
    const begun = await rebuild();
    await fill(begun.next, 'new', 1);
    let isSwapped = false;
    writer.onSwap(() => {
      isSwapped = true;
    });
    await swapped(begun);
    const late = {
      writes: [insert(visit('late', 2))],
      checkpoint: { from: checkpointAt(1), to: checkpointAt(2) },
    };
    // A writer that was notified in time folds again; one that wasn't is refused.
    if (!isSwapped) expect((await writer.write(late)).written).toBe(false);
    expect(await shown(writer)).toEqual(['new']);
  });

  test('no swap while the old rows are ahead', async () => {
    const writer = await open();
    await fill(writer, 'old', 5);
    const begun = await rebuild();
    await fill(begun.next, 'a', 4);
    expect(await begun.swap()).toBe(false);
    expect(await shown(await open('read'))).toEqual(['old']);
    await fill(begun.next, 'b', 5);
    await swapped(begun);
    expect((await shown(await open('read'))).sort()).toEqual(['a', 'b']);
  });

  test('two at once: the second is refused, and may begin when the first has ended', async () => {
    const first = await rebuild();
    await expect(rebuild()).rejects.toThrow(RebuildUnderWay);
    await expect(rollBack()).rejects.toThrow(RebuildUnderWay);
    await first.close();
    await (await rebuild()).close();
  });

  test('one that ends without a swap leaves the old rows serving, and nothing for the next', async () => {
    const writer = await open();
    await fill(writer, 'old', 1);
    const begun = await rebuild();
    await fill(begun.next, 'half', 1);
    await begun.close();
    expect(await shown(writer)).toEqual(['old']);
    const again = await rebuild();
    expect(await again.next.checkpoint()).toBeNull();
    expect(await again.next.load('visits', ['half'])).toEqual(new Map());
    await again.close();
  });

  describe('after a kill', () => {
    const killed = async (parked: readonly ParkedEvent[] = []) => {
      await fill(await open(), 'old', 3);
      const begun = await rebuild();
      await fill(begun.next, 'half', 1);
      await begun.next.write({ writes: [], parked, checkpoint: { from: checkpointAt(1), to: checkpointAt(2) } });
      await afterKill();
    };
    const keysIn = async (rows: ProjectionStore) => [...(await rows.load('visits', ['half', 'rest'])).keys()];

    test('a rebuild goes on with what was left, if it is asked to', async () => {
      await killed();
      const again = await store().rebuild(projection, { resume: true });
      expect(await again.next.checkpoint()).toEqual(checkpointAt(2));
      await fill(again.next, 'rest', 3);
      await swapped(again);
      expect((await shown(await open('read'))).sort()).toEqual(['half', 'rest']);
    });

    test('it begins again, if it isn’t', async () => {
      await killed();
      const again = await rebuild();
      expect(await again.next.checkpoint()).toBeNull();
      expect(await keysIn(again.next)).toEqual([]);
      await again.close();
      expect(await store().building(projection)).toBeNull();
    });

    test.each([
      ['events were parked', projection, [parkedEvent]],
      ['it has another shape', { ...projection, views: projection.views.slice(0, 1) }, []],
    ])('it begins again where %s', async (_, built, parked) => {
      await killed(parked);
      const again = await store().rebuild(built, { resume: true });
      expect(await again.next.checkpoint()).toBeNull();
      expect(await keysIn(again.next)).toEqual([]);
      await again.close();
    });

    test('where nothing was left, it begins at the start', async () => {
      await fill(await open(), 'old', 1);
      const begun = await store().rebuild(projection, { resume: true });
      expect(await begun.next.checkpoint()).toBeNull();
      await begun.close();
    });
  });

  test('back to the rows before, which go on from where they were, and back again', async () => {
    expect(await rollBack()).toBe(false);
    const writer = await open();
    await fill(writer, 'old', 1);
    const begun = await rebuild();
    await fill(begun.next, 'new', 1);
    const there = moved(writer);
    await swapped(begun);
    await there;
    await fill(writer, 'later', 2);
    const back = moved(writer);
    expect(await rollBack()).toBe(true);
    await back;
    expect(await writer.checkpoint()).toEqual(checkpointAt(1));
    await fill(writer, 'later', 2);
    expect((await shown(writer)).sort()).toEqual(['later', 'old']);
    const forth = moved(writer);
    expect(await rollBack()).toBe(true);
    await forth;
    expect((await shown(writer)).sort()).toEqual(['later', 'new']);
  });

  test('the next rebuild removes what was kept', async () => {
    await fill(await open(), 'old', 1);
    const begun = await rebuild();
    await fill(begun.next, 'new', 1);
    await swapped(begun);
    await (await rebuild()).close();
    expect(await rollBack()).toBe(false);
  });

  test('an erased person’s rows are not kept for a way back', async () => {
    const writer = await open();
    await fill(writer, 'old', 1);
    const begun = await rebuild();
    await fill(begun.next, 'new', 1);
    const there = moved(writer);
    await swapped(begun);
    await there;
    const checkpoint = { from: checkpointAt(1), to: checkpointAt(2) };
    await writer.write({ writes: [insert(visit('b', 2))], checkpoint, scrub: true });
    await eventually(async () => (await holding(2)).length === 0);
    expect(await rollBack()).toBe(false);
    expect((await shown(writer)).sort()).toEqual(['b', 'new']);
  });

  test('an erasure waits for a rebuild under way, and is finished when that ends', async () => {
    const writer = await open();
    await fill(writer, 'asha', 1);
    const begun = await rebuild();
    await fill(begun.next, 'asha', 1);
    await erase(writer, 'asha', 2);
    expect(await holding(2)).toEqual(expect.arrayContaining([first]));
    expect(await holding(2)).toHaveLength(2);
    await begun.close();
    await eventually(async () => (await holding(2)).length === 0);
    expect(await shown(writer)).toEqual(['asha']);
  });

  test('an erasure that a killed process left unfinished is finished by the next one', async () => {
    const begun = await rebuild();
    const dying = await open();
    await fill(dying, 'asha', 1);
    await fill(begun.next, 'asha', 1);
    await erase(dying, 'asha', 2);
    // Closing fails on the lock, so this process leaves only what it has written.
    await dying.close();
    expect(await holding(2)).toContain(first);
    await begun.close();
    expect(await holding(2)).toEqual([first]);
    const next = await open();
    await eventually(async () => (await holding(2)).length === 0);
    expect(await shown(next)).toEqual(['asha']);
  });

  test('views of an earlier version go with an erasure, later ones of a build that was rolled back too', async () => {
    for (const version of [0, 2]) {
      const otherStore = await store().open({ ...projection, version }, 'write');
      await fill(otherStore, 'asha', 1);
      await otherStore.close();
    }
    const writer = await open();
    await fill(writer, 'asha', 1);
    await erase(writer, 'asha', 2);
    await eventually(async () => (await holding(2)).length === 0);
    expect((await store().erasureProgress()).map(({ generation }) => generation)).toEqual([first]);
  });

  test('after a rebuild of a log in which persons were erased before, there is a way back', async () => {
    const writer = await open();
    await fill(writer, 'asha', 1);
    await erase(writer, 'asha', 2);
    await eventually(async () => (await holding(2)).length === 0);
    const begun = await rebuild();
    await fill(begun.next, 'asha', 1);
    await erase(begun.next, 'asha', 2);
    const there = moved(writer);
    await swapped(begun);
    await there;
    await eventually(async () => (await holding(2)).length === 0);
    expect(await rollBack()).toBe(true);
  });
}
