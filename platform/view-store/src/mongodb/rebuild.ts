import type { Mongo } from '@dayline/runtime/mongodb/connect';
import {
  type ProjectionDefinition,
  type ProjectionStore,
  type Rebuild,
  RebuildUnderWay,
  ViewShapeMismatch,
} from '../port.ts';
import { makeIndexes, openGeneration } from './generation.ts';
import type { GenerationPointer } from './pointer.ts';
import { openProjectionStore } from './projection-store.ts';
import { reach } from './reach.ts';
import { collectionsOf } from './shape.ts';
import { findUnfinished } from './unkept.ts';

interface Beginning {
  readonly mongo: Mongo;
  readonly maxKeys: number;
  readonly projection: ProjectionDefinition;
  readonly pointer: GenerationPointer;
  readonly resume: boolean;
  readonly lookEveryMs: number;
  /** False permanently once another process had the lock, which a paused process can lose without noticing. */
  readonly isHeld: () => Promise<boolean>;
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

async function begin({
  mongo,
  maxKeys,
  projection,
  pointer,
  resume,
  lookEveryMs,
  isHeld,
  release,
}: Beginning): Promise<Rebuild> {
  const { serving, previous } = await pointer.read();
  const open = async (generation: number, isWhole: boolean) => {
    const collections = await openGeneration(mongo.views, projection, { generation, mode: 'write', isWhole });
    const searchCollections = collectionsOf(mongo.searches, projection, generation);
    const parts = {
      collections,
      searched: searchCollections,
      mongo,
      maxKeys,
      projection,
      mode: 'write',
      lookEveryMs,
    } as const;
    return { collections, store: openProjectionStore(parts) };
  };
  const unfinishedGeneration = resume ? await findUnfinished(mongo.views, projection, { serving, previous }) : null;
  const found = unfinishedGeneration && (await openIfReadable(() => open(unfinishedGeneration.number, false)));
  const oldGeneration = found && (await found.store.parked()).length === 0 ? unfinishedGeneration : null;
  if (previous !== null && !(await pointer.point({ serving, previous: null }, serving))) throw overtakenError();
  const keptNumbers = [serving, oldGeneration?.number];
  await pointer.removeGenerations((generation) => !keptNumbers.includes(generation));
  const old = (await openIfReadable(() => open(serving, true)))?.store ?? null;
  const generation = oldGeneration?.number ?? (await pointer.unused());
  const next = oldGeneration && found ? found : await open(generation, false);
  let isSwapped = false;
  let isClosed = false;

  return {
    next: next.store,
    old,
    index: () => reach(() => makeIndexes(next.collections, projection, true)),
    async swap({ belongToOtherLog } = { belongToOtherLog: false }) {
      const [there, here] = [await positionOf(old), await positionOf(next.store)];
      // Later events are in the log and will be folded into the new generation. Rows that were never folded are not
      // worth keeping for a rollback.
      if (there > here && !belongToOtherLog) return false;
      if (!(await reach(isHeld))) throw overtakenError();
      const newPointer = { serving: generation, previous: there === '' ? null : serving };
      if (!(await reach(() => pointer.point(newPointer, serving)))) throw overtakenError();
      isSwapped = true;
      return true;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await old?.close();
      await next.store.close();
      if (!isSwapped && (await isHeld()))
        await reach(() => pointer.removeGenerations((candidate) => candidate === generation));
      await release();
    },
  };
}

/** The lock was lost: its holder may have removed this generation or switched to a newer one. */
const overtakenError = (): RebuildUnderWay =>
  new RebuildUnderWay('somebody else has rebuilt or rolled back these views meanwhile');

async function openIfReadable<Opened>(open: () => Promise<Opened>): Promise<Opened | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ViewShapeMismatch) return null;
    throw error;
  }
}

/** '' before the first event. */
const positionOf = async (store: ProjectionStore | null): Promise<string> =>
  (await store?.checkpoint())?.position ?? '';
