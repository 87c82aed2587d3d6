import type { Mongo } from '@dayline/runtime/mongodb/connect';
import { mongoLease } from '@dayline/runtime/mongodb/lease';
import { newestOf } from '../newest.ts';
import { RebuildUnderWay, type ViewStore } from '../port.ts';
import { goneUpTo, scrub } from '../scrubbing.ts';
import { openServing, takeInTime } from '../serving.ts';
import { openGeneration } from './generation.ts';
import { type GenerationPointer, pointerOf } from './pointer.ts';
import { openProjectionStore } from './projection-store.ts';
import { reach } from './reach.ts';
import { beginRebuild } from './rebuild.ts';
import { readScrubNotes } from './scrub-notes.ts';
import { collectionsOf } from './shape.ts';
import { allGenerations, findUnfinished, removeUnkept } from './unkept.ts';

export interface MongoViews {
  /** Belongs to the caller; stays open when the store is closed. */
  readonly mongo: Mongo;
  /** Poll interval for commits of other processes, in ms. */
  readonly lookEveryMs?: number;
  /** Maximum number of keys that `foundIn` passes on; default 20,000. */
  readonly maxKeys?: number;
}

/** More keys approach the server's 16 MB limit, and cost more look-ups than a scan. */
const usualMostKeys = 20_000;

/** Maximum delay before another process's swap is noticed, in ms. */
const lookForSwapMs = 250;

/**
 * Views in MongoDB, in their own database: one collection per view and generation of a `projection@version`;
 * opening it for writing creates its indexes. No write needs a transaction: each row is guarded by its `at` and the
 * checkpoint moves last, so an interrupted batch is folded again.
 */
export function openMongoViewStore({ mongo, lookEveryMs = 75, maxKeys = usualMostKeys }: MongoViews): ViewStore {
  const { views: db } = mongo;
  const resources = new Set<{ close(): Promise<void> }>();
  const keep = <Opened extends { close(): Promise<void> }>(resource: Opened): Opened => {
    resources.add(resource);
    return resource;
  };
  return {
    async open(projection, mode) {
      const pointer = pointerOf(db, projection);
      return keep(
        await openServing({
          serving: () => reach(async () => (await pointer.read()).serving),
          async open(generation) {
            const how = { generation, mode, isWhole: true };
            const collections = await reach(() => openGeneration(db, projection, how));
            const searched = collectionsOf(mongo.searches, projection, generation);
            return openProjectionStore({ collections, searched, mongo, maxKeys, projection, mode, lookEveryMs });
          },
          lookEveryMs: lookForSwapMs,
          ...(mode === 'write' && {
            scrub: ({ generation, store }) =>
              scrub(store, (upTo) => reach(() => removeUnkept({ db, projection, pointer, serving: generation, upTo }))),
          }),
        }),
      );
    },
    async rebuild(projection, { resume = false } = {}) {
      const pointer = pointerOf(db, projection);
      const lock = await reach(() => lockPointer(pointer));
      const how = { mongo, maxKeys, projection, pointer, resume, lookEveryMs, ...lock };
      return keep(await reach(() => beginRebuild(how)));
    },
    rollBack: (projection) =>
      reach(async () => {
        const pointer = pointerOf(db, projection);
        const { release } = await lockPointer(pointer);
        try {
          const { serving, previous } = await pointer.read();
          if (previous === null) return false;
          return await pointer.point({ serving: previous, previous: serving }, serving);
        } finally {
          await release();
        }
      }),
    building: (projection) =>
      reach(async () => {
        const newest = await findUnfinished(db, projection, await pointerOf(db, projection).read());
        return newest ? (await readScrubNotes(newest.state)).checkpoint : null;
      }),
    checkpoints: () =>
      reach(async () => {
        const all = await allGenerations(db);
        const found = await Promise.all(
          all.map(async ({ name, version, number, generation, state }) => {
            const isServing = (await pointerOf(db, { name, version, views: [] }).read()).serving === number;
            const document = isServing ? await state.findOne({ _id: 'checkpoint' }) : null;
            return { name, version, generation, checkpoint: document?.checkpoint ?? null };
          }),
        );
        return newestOf(found);
      }),
    erasureProgress: () =>
      reach(async () => {
        const all = await allGenerations(db);
        return Promise.all(
          all.map(async ({ generation, state }) => ({ generation, position: goneUpTo(await readScrubNotes(state)) })),
        );
      }),
    async close() {
      await Promise.all([...resources].map((resource) => resource.close()));
      resources.clear();
    },
  };

  /** Holds the rebuild lock until released or the process ends. @throws RebuildUnderWay */
  async function lockPointer(pointer: GenerationPointer) {
    const lease = mongoLease(db, pointer.lockName);
    if (!(await takeInTime(lease))) throw new RebuildUnderWay('these views are being rebuilt or rolled back already');
    let isLost = false;
    const isHeld = async (): Promise<boolean> => {
      isLost ||= !(await lease.renew());
      return !isLost;
    };
    const keeping = setInterval(() => {
      // If the server is unavailable, the rebuild itself fails.
      isHeld().catch(() => undefined);
    }, lease.everyMs).unref();
    return {
      isHeld,
      async release() {
        clearInterval(keeping);
        await lease.release();
      },
    };
  }
}
