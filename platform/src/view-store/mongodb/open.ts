import type { Mongo } from '../../mongodb/connect.ts';
import { mongoLease } from '../../mongodb/lease.ts';
import { openServing, takenInTime } from '../following.ts';
import { RebuildUnderWay, type ViewStore } from '../port.ts';
import { openGeneration } from './generation.ts';
import { type GenerationPointer, pointerOf } from './pointer.ts';
import { openProjectionStore } from './projection-store.ts';
import { reach } from './reach.ts';
import { beginRebuild } from './rebuild.ts';

export interface MongoViews {
  /** Stays open when the store is closed: it belongs to whoever opened it. */
  readonly mongo: Mongo;
  /** How often commits of other processes are looked for while somebody listens, in ms. */
  readonly lookEveryMs?: number;
}

/** Another process's swap may stay unseen so long, in ms. */
const lookForSwapMs = 250;

/**
 * Views in MongoDB: a collection for each view of each generation of a `projection@version`, its indexes made by
 * whoever opens it for writing. No write needs a transaction: a row is guarded by its own `at`, the checkpoint moves
 * last, so a batch that breaks off anywhere is folded again.
 */
export function openMongoViewStore({ mongo: { db }, lookEveryMs = 75 }: MongoViews): ViewStore {
  const opened = new Set<{ close(): Promise<void> }>();
  const kept = <Opened extends { close(): Promise<void> }>(one: Opened): Opened => {
    opened.add(one);
    return one;
  };
  return {
    async open(projection, mode) {
      const pointer = pointerOf(db, projection);
      return kept(
        await openServing({
          serving: () => reach(async () => (await pointer.read()).serving),
          async open(generation) {
            const how = { generation, mode, isWhole: true };
            const collections = await reach(() => openGeneration(db, projection, how));
            return openProjectionStore({ collections, projection, mode, lookEveryMs });
          },
          lookEveryMs: lookForSwapMs,
          scrubbed: () => reach(() => forgetOthers(pointer)),
        }),
      );
    },
    async rebuild(projection) {
      const pointer = pointerOf(db, projection);
      const lock = await reach(() => locked(pointer));
      return kept(await reach(() => beginRebuild({ db, projection, pointer, lookEveryMs, ...lock })));
    },
    rollBack: (projection) =>
      reach(async () => {
        const pointer = pointerOf(db, projection);
        const { release } = await locked(pointer);
        try {
          const { serving, previous } = await pointer.read();
          if (previous === null) return false;
          await pointer.point({ serving: previous, previous: serving });
          return true;
        } finally {
          await release();
        }
      }),
    async close() {
      await Promise.all([...opened].map((each) => each.close()));
      opened.clear();
    },
  };

  /** Holds the lock of rebuilds until it is released, or this process ends. @throws RebuildUnderWay */
  async function locked(pointer: GenerationPointer) {
    const lease = mongoLease(db, pointer.lockName);
    if (!(await takenInTime(lease))) throw new RebuildUnderWay('these views are being rebuilt or rolled back already');
    const keeping = setInterval(() => {
      // A server that is away is met by the work itself.
      lease.attempt().catch(() => undefined);
    }, lease.everyMs).unref();
    return {
      isHeld: () => lease.attempt(),
      async release() {
        clearInterval(keeping);
        await lease.release();
      },
    };
  }

  /**
   * Removes the generations and versions that no projector keeps up: what they hold of an erased person would stay. A
   * rebuild under way has removed them itself, and folds the erasure too.
   */
  async function forgetOthers(pointer: GenerationPointer): Promise<void> {
    const lease = mongoLease(db, pointer.lockName);
    if (!(await lease.attempt())) return;
    try {
      const { serving, previous } = await pointer.read();
      if (previous !== null) await pointer.point({ serving, previous: null });
      await pointer.removeGenerations((generation) => generation !== serving);
      await pointer.removeEarlierVersions();
    } finally {
      await lease.release();
    }
  }
}
