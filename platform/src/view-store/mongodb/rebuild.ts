import type { Db } from 'mongodb';
import { type ProjectionDefinition, type ProjectionStore, type Rebuild, ViewShapeMismatch } from '../port.ts';
import { makeIndexes, openGeneration } from './generation.ts';
import type { GenerationPointer } from './pointer.ts';
import { openProjectionStore } from './projection-store.ts';
import { reach } from './reach.ts';

interface Beginning {
  readonly db: Db;
  readonly projection: ProjectionDefinition;
  readonly pointer: GenerationPointer;
  readonly lookEveryMs: number;
  /** Whether nobody else has taken the lock, which a process that was paused for long can lose. */
  readonly isHeld: () => Promise<boolean>;
  /** Lets the next rebuild in. */
  readonly release: () => Promise<void>;
}

export async function beginRebuild({ release, ...beginning }: Beginning): Promise<Rebuild> {
  try {
    return await begin({ release, ...beginning });
  } catch (error) {
    await release();
    throw error;
  }
}

async function begin({ db, projection, pointer, lookEveryMs, isHeld, release }: Beginning): Promise<Rebuild> {
  const { serving, previous } = await pointer.read();
  if (previous !== null) await pointer.point({ serving, previous: null });
  await pointer.removeGenerations((generation) => generation !== serving);
  const open = async (generation: number, isWhole: boolean) => {
    const collections = await openGeneration(db, projection, { generation, mode: 'write', isWhole });
    return { collections, store: openProjectionStore({ collections, projection, mode: 'write', lookEveryMs }) };
  };
  const standing = await standingOf(async () => (await open(serving, true)).store);
  const generation = await pointer.unused();
  const next = await open(generation, false);
  let isSwapped = false;
  let isClosed = false;

  return {
    next: next.store,
    standing,
    index: () => reach(() => makeIndexes(next.collections, projection, true)),
    async swap() {
      const [there, here] = [await positionOf(standing), await positionOf(next.store)];
      // What is folded into the old one from here on is in the log, and is folded into the next one then.
      if (there > here || !(await isHeld())) return false;
      await reach(() => pointer.point({ serving: generation, previous: standing ? serving : null }));
      isSwapped = true;
      return true;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await standing?.close();
      await next.store.close();
      if (!isSwapped && (await isHeld())) await reach(() => pointer.removeGenerations((each) => each === generation));
      await release();
    },
  };
}

async function standingOf(open: () => Promise<ProjectionStore>): Promise<ProjectionStore | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ViewShapeMismatch) return null;
    throw error;
  }
}

/** '' before any position. */
const positionOf = async (store: ProjectionStore | null): Promise<string> =>
  (await store?.checkpoint())?.position ?? '';
