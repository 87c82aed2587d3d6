import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { Lease } from '@dayline/runtime/lease/lease';
import type { BatchResult, ProjectionStore } from './port.ts';
import { type GenerationStore, startScrubber } from './scrubbing.ts';

/** Longest time (ms) that a rollback or an erasure clean-up holds the rebuild lock. */
const longestHold = 1_500;

/** Tries to take the rebuild lock, waiting out short-lived holders. Returns whether it was taken. */
export async function takenInTime(lease: Lease): Promise<boolean> {
  const until = performance.now() + longestHold;
  while (!(await lease.attempt())) {
    if (performance.now() > until) return false;
    await pause(50);
  }
  return true;
}

export interface Generations {
  /** The generation that the pointer names. */
  serving(): number | Promise<number>;
  /** Opens a generation's rows. */
  open(generation: number): Promise<GenerationStore>;
  /** Poll interval of the pointer, in ms; `onMoved` may be faster. */
  readonly lookEveryMs: number;
  /** Calls the listener when the pointer may have moved; returns an unsubscribe function. */
  onMoved?(listener: () => void): () => void;
  /** Cleans up after erasures, in stores that write. Returns whether everything is clean. */
  scrub?(serving: { readonly generation: number; readonly store: GenerationStore }): Promise<boolean>;
}

/** Stores that serve no longer; each is closed once its scans have ended. */
class RetiredStores {
  readonly stores = new Set<ProjectionStore>();
  readonly #scans = new Map<ProjectionStore, number>();

  async closeIfUnused(store: ProjectionStore): Promise<void> {
    if (!this.#scans.has(store) && this.stores.delete(store)) await store.close();
  }

  async *scan(store: ProjectionStore, view: string): ReturnType<ProjectionStore['scan']> {
    this.#scans.set(store, (this.#scans.get(store) ?? 0) + 1);
    try {
      yield* store.scan(view);
    } finally {
      const left = (this.#scans.get(store) ?? 1) - 1;
      if (left > 0) this.#scans.set(store, left);
      else this.#scans.delete(store);
      await this.closeIfUnused(store);
    }
  }
}

/** Opens the serving generation and switches whenever the pointer moves. */
export async function openServing(generations: Generations): Promise<ProjectionStore> {
  let generation = await generations.serving();
  let current = await generations.open(generation);
  let isClosed = false;
  let moving: Promise<void> | null = null;
  const commitListeners = new Set<(position: Position) => void>();
  const swapListeners = new Set<() => void>();
  const retired = new RetiredStores();
  let stopListening: (() => void) | null = null;

  const listenToCommits = () => {
    stopListening?.();
    stopListening = commitListeners.size > 0 ? current.onCommit(notifyCommit) : null;
  };
  const notifyCommit = (position: Position) => {
    for (const listener of [...commitListeners]) listener(position);
  };

  async function moveOn(): Promise<void> {
    const wanted = await generations.serving();
    if (isClosed || wanted === generation) return;
    const next = await generations.open(wanted);
    if (isClosed) return next.close();
    const old = current;
    [current, generation] = [next, wanted];
    listenToCommits();
    retired.stores.add(old);
    for (const listener of [...swapListeners]) listener();
    scrubber?.soon();
    await retired.closeIfUnused(old);
    const checkpoint = await current.checkpoint();
    if (checkpoint) notifyCommit(checkpoint.position);
  }

  /** One check at a time; concurrent callers share it. */
  function look(): Promise<void> {
    moving ??= moveOn().finally(() => {
      moving = null;
    });
    return moving;
  }
  // Readers report an unavailable store; this one polls again.
  const lookUnasked = () => void look().catch(() => undefined);
  const timer = setInterval(lookUnasked, generations.lookEveryMs).unref();
  const stopWatching = generations.onMoved?.(lookUnasked);
  const { scrub } = generations;
  const scrubber = scrub && startScrubber(() => scrub({ generation, store: current }));

  return {
    checkpoint: () => current.checkpoint(),
    parked: () => current.parked(),
    load: (view, keys) => current.load(view, keys),
    loadBy: (view, field, values) => current.loadBy(view, field, values),
    query: (query) => current.query(query),
    count: (filter) => current.count(filter),
    changed: (names, after, upTo, limit) => current.changed(names, after, upTo, limit),

    async write(batch): Promise<BatchResult> {
      const began = generation;
      await look();
      // The batch was folded from another generation's rows.
      if (generation !== began) return { written: false, checkpoint: await current.checkpoint() };
      const result = await current.write(batch);
      if (!result.written) await look();
      else if (batch.scrub) scrubber?.soon();
      return result;
    },

    async *scan(view) {
      yield* retired.scan(current, view);
    },

    onCommit(listener) {
      commitListeners.add(listener);
      if (commitListeners.size === 1) listenToCommits();
      return () => {
        commitListeners.delete(listener);
        if (commitListeners.size === 0) listenToCommits();
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
      stopWatching?.();
      commitListeners.clear();
      swapListeners.clear();
      // A pending check closes what it has opened; nobody waits for its error.
      await moving?.catch(() => undefined);
      await scrubber?.close();
      await Promise.all([current, ...retired.stores].map((store) => store.close()));
    },
  };
}
