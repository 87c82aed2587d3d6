import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { Lease } from '../stores/lease.ts';
import type { BatchResult, ProjectionStore } from './port.ts';

/** A rollback, or what follows an erasure, holds the lock of rebuilds so long (ms) at most. */
const longestHold = 1_500;

/** Whether the lock of rebuilds could be had; one who holds it for a moment only is waited for. */
export async function takenInTime(lease: Lease): Promise<boolean> {
  const until = performance.now() + longestHold;
  while (!(await lease.attempt())) {
    if (performance.now() > until) return false;
    await pause(50);
  }
  return true;
}

export interface Generations {
  /** The generation that the pointer names now. */
  serving(): number | Promise<number>;
  /** Opens the rows of a generation. */
  open(generation: number): Promise<ProjectionStore>;
  /** How often the pointer is looked at, in ms; `hear` may tell earlier. */
  readonly lookEveryMs: number;
  /** Calls the listener when the pointer may have moved; returns the way to stop. */
  hear?(listener: () => void): () => void;
  /** A batch that erased a person was written: what is not kept up with the log must go. */
  scrubbed?(): Promise<void>;
}

/** Opens the serving generation, and moves to the one that the pointer names whenever it moves. */
export async function openServing(generations: Generations): Promise<ProjectionStore> {
  let generation = await generations.serving();
  let current = await generations.open(generation);
  let isClosed = false;
  let moving: Promise<void> | null = null;
  const commitListeners = new Set<(position: Position) => void>();
  const swapListeners = new Set<() => void>();
  /** Scans under way, by the store that they read; it is closed when they have ended. */
  const scans = new Map<ProjectionStore, number>();
  const retired = new Set<ProjectionStore>();
  let stopHearingCommits: (() => void) | null = null;

  const hearCommits = () => {
    stopHearingCommits?.();
    stopHearingCommits = commitListeners.size > 0 ? current.onCommit(tellCommit) : null;
  };
  const tellCommit = (position: Position) => {
    for (const listener of [...commitListeners]) listener(position);
  };
  const closeIfUnused = async (store: ProjectionStore) => {
    if (!retired.has(store) || (scans.get(store) ?? 0) > 0) return;
    retired.delete(store);
    await store.close();
  };

  async function moveOn(): Promise<void> {
    const wanted = await generations.serving();
    if (isClosed || wanted === generation) return;
    const next = await generations.open(wanted);
    if (isClosed) return next.close();
    const old = current;
    [current, generation] = [next, wanted];
    hearCommits();
    retired.add(old);
    for (const listener of [...swapListeners]) listener();
    await closeIfUnused(old);
    const checkpoint = await current.checkpoint();
    if (checkpoint) tellCommit(checkpoint.position);
  }

  /** One look at a time; whoever asks meanwhile waits for the same. */
  function look(): Promise<void> {
    moving ??= moveOn().finally(() => {
      moving = null;
    });
    return moving;
  }
  const lookUnasked = () => {
    // A store that is away is met, and told of, by whoever reads; this looks again.
    look().catch(() => undefined);
  };
  const timer = setInterval(lookUnasked, generations.lookEveryMs).unref();
  const stopHearing = generations.hear?.(lookUnasked);

  return {
    checkpoint: () => current.checkpoint(),
    parked: () => current.parked(),
    load: (view, keys) => current.load(view, keys),
    loadBy: (view, field, values) => current.loadBy(view, field, values),
    clear: () => current.clear(),
    query: (query) => current.query(query),
    count: (filter) => current.count(filter),
    changed: (names, after, upTo, limit) => current.changed(names, after, upTo, limit),

    async write(batch): Promise<BatchResult> {
      const began = generation;
      await look();
      // What the batch was folded from stood in another generation.
      if (generation !== began) return { written: false, checkpoint: await current.checkpoint() };
      const result = await current.write(batch);
      if (!result.written) await look();
      else if (batch.scrub) await generations.scrubbed?.();
      return result;
    },

    async *scan(view) {
      const store = current;
      scans.set(store, (scans.get(store) ?? 0) + 1);
      try {
        yield* store.scan(view);
      } finally {
        const left = (scans.get(store) ?? 1) - 1;
        if (left > 0) scans.set(store, left);
        else scans.delete(store);
        await closeIfUnused(store);
      }
    },

    onCommit(listener) {
      commitListeners.add(listener);
      if (commitListeners.size === 1) hearCommits();
      return () => {
        commitListeners.delete(listener);
        if (commitListeners.size === 0) hearCommits();
      };
    },
    onSwap(listener) {
      swapListeners.add(listener);
      return () => swapListeners.delete(listener);
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      stopHearing?.();
      commitListeners.clear();
      swapListeners.clear();
      // A look under way closes what it has opened; its failure was nobody's question.
      await moving?.catch(() => undefined);
      await Promise.all([current, ...retired].map((store) => store.close()));
    },
  };
}
