import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TrailReading } from '@dayline/runtime/metrics/trail-metrics';
import { VaultUnavailable } from '@dayline/vault/port';
import { LRUCache } from 'lru-cache';
import { type SignInAliases, signInAliases } from '../sign-ins/aliases.ts';
import { appendToTrail, type TrailEnds, type WaitingEntry } from './append.ts';
import { byPlace, entryOfStored, storedOf, type TrailEntry, underAlias, waitingOf, withKnownStream } from './entry.ts';
import { type TrailOptions, waitDoubled } from './options.ts';
import { WithoutStream } from './without-stream.ts';

/** The audit trail of account actions that append no other event; appended in batches just after the answer. */
export interface Trail {
  /** Never waits and never throws. */
  record(entry: TrailEntry): void;
  /** Resolves once everything recorded is in the log. */
  flush(): Promise<void>;
  /**
   * Resolves once everything recorded is in the log or, if that is unavailable, in the vault. Later entries are
   * dropped.
   */
  stop(): Promise<void>;
  /** For metrics. */
  reading(): Promise<TrailReading>;
}

const batchSize = 200;
/** Several times the duration of a batch's append, in ms. */
const leaseMs = 60_000;
/** While the vault is unavailable too, memory holds this many times the limit before the oldest are dropped. */
const maxOverfull = 10;
/** Maximum number of calls named in the log line about lost entries. */
const requestsNamed = 20;

export const createTrail = (options: TrailOptions): Trail => new WaitingTrail(options);

/**
 * Entries reach the log in order: the current batch, then those in the vault, then those in memory. Memory overflow
 * moves the oldest to the vault, so stored entries are older than those in memory. Sign-ins whose stream isn't known
 * wait beside them, in the order of each stream.
 */
class WaitingTrail implements Trail {
  readonly #options: Required<TrailOptions>;
  readonly #ends: TrailEnds = new LRUCache({ max: 1_000 });
  readonly #aliases: SignInAliases;
  readonly #owner = randomUUID();
  readonly #stopping = new AbortController();
  readonly #withoutStream: WithoutStream;
  #waiting: WaitingEntry[] = [];
  /** The current batch from memory; a batch from the vault stays there until appended. */
  #inHand: readonly WaitingEntry[] = [];
  /** Initially true, for entries that other processes stored when they stopped. */
  #mayBeStored = true;
  #hasLease = false;
  #storing: Promise<void> | null = null;
  #underWay = 0;
  #running: Promise<void> | null = null;
  #awaySince: number | null = null;
  #isOverfull = false;
  #stored = 0;
  #lost = 0;

  constructor(options: TrailOptions) {
    this.#aliases = signInAliases(options.keys);
    this.#options = { maxInMemory: 1_000, backOff: waitDoubled, ...options };
    this.#withoutStream = new WithoutStream({
      ...{ aliases: this.#aliases, backOff: this.#options.backOff, signal: this.#stopping.signal },
      onFound: (entries) => {
        this.#waiting = [...entries, ...this.#waiting];
        void this.#start();
      },
      onFault: (entries, error) => this.#drop(entries, error),
    });
    void this.#start();
  }

  record(entry: TrailEntry): void {
    if (this.#stopping.signal.aborted) return;
    const { clock, maxInMemory } = this.#options;
    this.#waiting.push(waitingOf(entry, clock));
    if (this.#inMemory() > maxInMemory) this.#store();
    void this.#start();
  }

  async flush(): Promise<void> {
    while (this.#running || this.#inMemory() > 0) await Promise.all([this.#start(), this.#withoutStream.found()]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#withoutStream.found();
    await this.#running;
    await this.#storing;
    const { logger } = this.#options;
    const rest = [...this.#inHand, ...this.#withoutStream.takeAll(), ...this.#waiting];
    this.#inHand = [];
    this.#waiting = [];
    try {
      if (rest.length > 0) await this.#put(rest);
    } catch (error) {
      this.#lost += rest.length;
      logger.error(
        { entries: rest.length, err: error },
        'the last trail entries are lost: neither the log nor the vault accepted them',
      );
    }
    // A lease that can't be released expires.
    await this.#releaseLease().catch((error) => logger.warn({ err: error }, 'the lease of the trail was not released'));
  }

  async reading(): Promise<TrailReading> {
    // Null means unknown; the other figures are still reported.
    const waitingInVault = await this.#options.store.count().catch(() => null);
    return { waitingInMemory: this.#inMemory(), waitingInVault, stored: this.#stored, lost: this.#lost };
  }

  #inMemory(): number {
    return this.#waiting.length + this.#inHand.length + this.#withoutStream.length + this.#underWay;
  }

  #start(): Promise<void> {
    this.#running ??= this.#drain().finally(() => {
      this.#running = null;
      if (this.#waiting.length > 0 && !this.#stopping.signal.aborted) void this.#start();
    });
    return this.#running;
  }

  /** Appends batch by batch until none waits; during a stop, until the log refuses one. */
  async #drain(): Promise<void> {
    // After the answer: the caller's own work goes first.
    await nextTurn();
    const { signal } = this.#stopping;
    for (let failures = 0; ; ) {
      const outcome = await this.#appendNext();
      if (outcome === 'nothing') return;
      if (outcome === 'appended') {
        failures = 0;
        this.#sayBack();
        continue;
      }
      failures += 1;
      if (failures > 1) this.#sayAway();
      if (signal.aborted) return;
      // A stop ends the wait.
      await this.#options.backOff(failures, signal).catch(() => {});
      if (signal.aborted) return;
    }
  }

  async #appendNext(): Promise<'appended' | 'waits' | 'nothing'> {
    while (this.#inHand.length === 0) {
      await this.#storing;
      if (!this.#mayBeStored) break;
      const fromVault = await this.#appendStored();
      if (fromVault === 'vaultAway') break;
      if (fromVault !== 'empty') return fromVault;
    }
    if (this.#inHand.length === 0) this.#inHand = this.#waiting.splice(0, batchSize);
    if (this.#inHand.length === 0) return 'nothing';
    this.#inHand = await this.#append(this.#inHand, null);
    return this.#inHand.length === 0 ? 'appended' : 'waits';
  }

  /** Appends the vault's next batch. While the vault is unavailable, memory goes first. */
  async #appendStored(): Promise<'appended' | 'waits' | 'empty' | 'vaultAway'> {
    const { store, logger } = this.#options;
    // Before the query, so that entries stored meanwhile are found later.
    this.#mayBeStored = false;
    try {
      const claim = { owner: this.#owner, leaseMs, limit: batchSize };
      const entries = (await store.claim(claim)).map(entryOfStored);
      if (entries.length === 0) {
        await this.#releaseLease();
        return 'empty';
      }
      this.#hasLease = true;
      this.#mayBeStored = true;
      const rest = await this.#append(entries, (attempts) => store.put(attempts.map(storedOf)));
      const waiting = new Set(rest.map(({ event }) => event.id));
      await store.remove(entries.flatMap(({ event }) => (waiting.has(event.id) ? [] : event.id)));
      return rest.length === 0 ? 'appended' : 'waits';
    } catch (error) {
      this.#mayBeStored = true;
      logger.warn({ err: error }, 'queued trail entries could not be read from the vault');
      return 'vaultAway';
    }
  }

  async #releaseLease(): Promise<void> {
    if (!this.#hasLease) return;
    await this.#options.store.release(this.#owner);
    this.#hasLease = false;
  }

  /** Returns what the log doesn't accept now. @throws VaultUnavailable if a stored batch can't be marked */
  async #append(
    batch: readonly WaitingEntry[],
    onTry: ((entries: readonly WaitingEntry[]) => Promise<void>) | null,
  ): Promise<readonly WaitingEntry[]> {
    const places = [...byPlace(batch)].map(([place, entries]) => this.#appendOrDrop(place, entries, onTry));
    return (await Promise.all(places)).flat();
  }

  async #appendOrDrop(
    place: string,
    entries: readonly WaitingEntry[],
    onTry: ((attempts: readonly WaitingEntry[]) => Promise<void>) | null,
  ) {
    let placed: readonly WaitingEntry[] | null = entries;
    try {
      // A stored batch was read from the vault just now.
      if (onTry) placed = await underAlias(entries, this.#aliases);
      else placed = this.#withoutStream.has(place) ? null : withKnownStream(entries, this.#aliases);
      if (placed) return await appendToTrail({ log: this.#options.log, ends: this.#ends, entries: placed, onTry });
      this.#withoutStream.add(entries);
    } catch (error) {
      if (error instanceof VaultUnavailable) return placed ?? entries;
      this.#drop(placed ?? entries, error);
    }
    return [];
  }

  #drop(entries: readonly WaitingEntry[], error: unknown): void {
    this.#lost += entries.length;
    const requests = entries.slice(0, requestsNamed).map(({ event }) => event.metadata.causationId);
    const about = { stream: entries[0]?.stream, entries: entries.length, requests };
    this.#options.logger.error({ ...about, err: error }, 'entries of a trail could not be appended');
  }

  #store(): void {
    this.#storing ??= this.#storeOldest().finally(() => {
      this.#storing = null;
    });
  }

  /** Moves the oldest entries from memory to the vault until memory is within its limit. */
  async #storeOldest(): Promise<void> {
    const { maxInMemory, logger } = this.#options;
    // Older than the others of their streams.
    this.#waiting = [...this.#withoutStream.takeAll(), ...this.#waiting];
    while (this.#inMemory() > maxInMemory && this.#waiting.length > 0) {
      const oldest = this.#waiting.splice(0, batchSize);
      this.#underWay = oldest.length;
      try {
        await this.#put(oldest);
        this.#isOverfull = false;
      } catch (error) {
        this.#waiting = [...oldest, ...this.#waiting];
        if (!this.#isOverfull) logger.error({ err: error }, 'queued trail entries could not be saved in the vault');
        this.#isOverfull = true;
        this.#dropOverfull();
        break;
      } finally {
        this.#underWay = 0;
      }
    }
  }

  #dropOverfull(): void {
    const droppedEntries = this.#waiting.splice(
      0,
      this.#waiting.length - maxOverfull * this.#options.maxInMemory,
    ).length;
    if (droppedEntries === 0) return;
    this.#lost += droppedEntries;
    this.#options.logger.error({ dropped: droppedEntries }, 'the trail queue is full; the oldest entries were dropped');
  }

  async #put(entries: readonly WaitingEntry[]): Promise<void> {
    await this.#options.store.put(entries.map(storedOf));
    this.#stored += entries.length;
    this.#mayBeStored = true;
  }

  #sayAway(): void {
    if (this.#awaySince !== null) return;
    this.#awaySince = performance.now();
    this.#options.logger.warn({ waiting: this.#inMemory() }, 'the log is unavailable; trail entries are queued');
  }

  #sayBack(): void {
    if (this.#awaySince === null) return;
    const seconds = Math.round((performance.now() - this.#awaySince) / 1_000);
    this.#awaySince = null;
    this.#options.logger.warn({ seconds }, 'the log is available again; queued trail entries are appended');
  }
}
