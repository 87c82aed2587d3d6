import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@dayline/contracts/ids';
import type { Lease } from '@dayline/runtime/lease/lease';
import type { BatchResult, MisfiledRow, ProjectionStore } from './port.ts';
import { type GenerationStore, type Scrubber, startScrubber } from './scrubbing.ts';

/** Longest time (ms) that a rollback or an erasure clean-up holds the rebuild lock. */
const maxHold = 1_500;

/** Tries to take the rebuild lock, waiting out short-lived holders. Returns whether it was taken. */
export async function takeInTime(lease: Lease): Promise<boolean> {
  const until = performance.now() + maxHold;
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

/** Stores that no longer serve; each is closed once its scans have ended. */
class RetiredStores {
  readonly stores = new Set<ProjectionStore>();
  readonly #scans = new Map<ProjectionStore, number>();

  async closeIfUnused(store: ProjectionStore): Promise<void> {
    if (!this.#scans.has(store) && this.stores.delete(store)) await store.close();
  }

  /** Reads a store's items, and keeps it open until then. */
  async *reading<Item>(store: ProjectionStore, items: AsyncIterable<Item>): AsyncGenerator<Item> {
    this.#scans.set(store, (this.#scans.get(store) ?? 0) + 1);
    try {
      yield* items;
    } finally {
      const others = (this.#scans.get(store) ?? 1) - 1;
      if (others > 0) this.#scans.set(store, others);
      else this.#scans.delete(store);
      await this.closeIfUnused(store);
    }
  }
}

/** The generation that the pointer names, and its store. */
class Serving {
  readonly #generations: Generations;
  readonly #commitListeners = new Set<(position: Position) => void>();
  readonly #swapListeners = new Set<() => void>();
  readonly #retired = new RetiredStores();
  readonly #scrubber: Scrubber | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #stopWatching: (() => void) | undefined;
  #isClosed = false;
  #moving: Promise<void> | null = null;
  #stopListening: (() => void) | null = null;
  generation: number;
  current: GenerationStore;

  constructor(generations: Generations, generation: number, current: GenerationStore) {
    this.#generations = generations;
    this.generation = generation;
    this.current = current;
    // Readers report an unavailable store; this one polls again.
    const pollInBackground = () => void this.look().catch(() => undefined);
    this.#timer = setInterval(pollInBackground, generations.lookEveryMs).unref();
    this.#stopWatching = generations.onMoved?.(pollInBackground);
    const { scrub } = generations;
    this.#scrubber = scrub && startScrubber(() => scrub({ generation: this.generation, store: this.current }));
  }

  /** Switches if the pointer has moved. One check at a time; concurrent callers share it. */
  look(): Promise<void> {
    this.#moving ??= this.#moveOn().finally(() => {
      this.#moving = null;
    });
    return this.#moving;
  }

  async #moveOn(): Promise<void> {
    const generation = await this.#generations.serving();
    if (this.#isClosed || generation === this.generation) return;
    const next = await this.#generations.open(generation);
    if (this.#isClosed) return next.close();
    const old = this.current;
    this.current = next;
    this.generation = generation;
    this.#listenToCommits();
    this.#retired.stores.add(old);
    for (const listener of [...this.#swapListeners]) listener();
    this.scrubSoon();
    await this.#retired.closeIfUnused(old);
    const checkpoint = await next.checkpoint();
    if (checkpoint) this.#notifyCommit(checkpoint.position);
  }

  scrubSoon(): void {
    this.#scrubber?.soon();
  }

  async *scan(view: string): ReturnType<ProjectionStore['scan']> {
    yield* this.#retired.reading(this.current, this.current.scan(view));
  }

  async *misfiled(view: string): AsyncGenerator<MisfiledRow> {
    const found = this.current.misfiled?.(view);
    if (found) yield* this.#retired.reading(this.current, found);
  }

  onCommit(listener: (position: Position) => void): () => void {
    this.#commitListeners.add(listener);
    if (this.#commitListeners.size === 1) this.#listenToCommits();
    return () => {
      this.#commitListeners.delete(listener);
      if (this.#commitListeners.size === 0) this.#listenToCommits();
    };
  }

  onSwap(listener: () => void): () => void {
    this.#swapListeners.add(listener);
    return () => this.#swapListeners.delete(listener);
  }

  #listenToCommits(): void {
    this.#stopListening?.();
    const isWanted = this.#commitListeners.size > 0;
    this.#stopListening = isWanted ? this.current.onCommit((position) => this.#notifyCommit(position)) : null;
  }

  #notifyCommit(position: Position): void {
    for (const listener of [...this.#commitListeners]) listener(position);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#stopWatching?.();
    this.#commitListeners.clear();
    this.#swapListeners.clear();
    // A pending check closes what it has opened; no caller awaits its error.
    await this.#moving?.catch(() => undefined);
    await this.#scrubber?.close();
    await Promise.all([this.current, ...this.#retired.stores].map((store) => store.close()));
  }
}

/** Opens the serving generation and switches whenever the pointer moves. */
export async function openServing(generations: Generations): Promise<ProjectionStore> {
  const generation = await generations.serving();
  const serving = new Serving(generations, generation, await generations.open(generation));
  return {
    checkpoint: () => serving.current.checkpoint(),
    parked: () => serving.current.parked(),
    load: (view, keys) => serving.current.load(view, keys),
    loadBy: (view, field, values, limit) => serving.current.loadBy(view, field, values, limit),
    query: (query) => serving.current.query(query),
    count: (filter) => serving.current.count(filter),
    people: (query) => serving.current.people(query),
    changed: (names, after, upTo, limit) => serving.current.changed(names, after, upTo, limit),
    async write(batch): Promise<BatchResult> {
      const began = serving.generation;
      await serving.look();
      // The batch was folded from another generation's rows.
      if (serving.generation !== began) return { written: false, checkpoint: await serving.current.checkpoint() };
      const result = await serving.current.write(batch);
      if (!result.written) await serving.look();
      else if (batch.scrub) serving.scrubSoon();
      return result;
    },
    scan: (view) => serving.scan(view),
    misfiled: (view) => serving.misfiled(view),
    onCommit: (listener) => serving.onCommit(listener),
    onSwap: (listener) => serving.onSwap(listener),
    close: () => serving.close(),
  };
}
