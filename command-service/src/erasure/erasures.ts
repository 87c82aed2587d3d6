import { type Position, streamKey } from '@dayline/contracts/ids';
import { refuseGap } from '@dayline/event-log/gaps';
import type { EventLog, StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import type { PendingErasure, Vault } from '@dayline/vault/port';
import type { ErasedUpTo, ViewStore } from '@dayline/view-store/port';

export interface ErasureParts {
  readonly log: Pick<EventLog, 'readAll' | 'head' | 'start' | 'gapless'>;
  readonly vault: Pick<Vault, 'keys' | 'reservations' | 'followers' | 'erasures'>;
  readonly views: Pick<ViewStore, 'erasedUpTo'>;
  readonly clock: Clock;
  /** Drops cached data decrypted with a person's key. */
  readonly forget: () => void;
}

/** An unfinished erasure and what it waits for. */
export interface UnfinishedErasure extends PendingErasure {
  readonly waitsFor: readonly string[];
}

export interface Erasures {
  /** Where to continue in the log. */
  position(): Promise<Position>;
  /** The log was replaced: reprocess it from its start. */
  restart(): void;
  /** Begins the erasures among events that follow the position. @throws EventLogDamaged at a gap in positions */
  take(events: readonly StoredEvent[]): Promise<void>;
  /** Reads to the log's end. */
  catchUp(signal?: AbortSignal): Promise<void>;
  /** Advances each pending erasure as far as possible. Returns the unfinished ones. */
  finish(): Promise<readonly UnfinishedErasure[]>;
}

/** Differs from earlier builds' name, so that their erasures, which were incomplete, are processed again. */
const follower = 'erasures';
const pageSize = 500;
/** The activity's rows hold no personal data, so erasures don't wait for them. */
const holdsPersons = ({ generation }: ErasedUpTo): boolean => !generation.startsWith('activity@');
/** Maximum number of events without an erasure before the position is stored. */
const noteEvery = 5_000;

/**
 * Carries out each `PatientErased`: frees the phone, destroys the key named like the person's stream, and ensures that
 * files, views and memory contain nothing of the person. The erasure is recorded first and stays pending until done;
 * each step is repeatable, so a crash leaves nothing undone.
 */
export function createErasures({ log, vault, views, clock, forget }: ErasureParts): Erasures {
  let reached: Position | null = null;
  let passed = 0;

  async function note(position: Position): Promise<void> {
    await vault.followers.reached(follower, position);
    passed = 0;
  }

  /** The key last: if it is destroyed, the rest is done. */
  async function eraseFromVault(stream: string): Promise<void> {
    await vault.reservations.releaseAllOf(streamKey(stream));
    await vault.keys.destroy(stream);
  }

  async function position(): Promise<Position> {
    const noted = reached ?? (await vault.followers.position(follower)) ?? log.start;
    // A log that ends before the stored position was restored or replaced, so it is reprocessed.
    reached = noted > (await log.head()) ? log.start : noted;
    return reached;
  }

  async function take(events: readonly StoredEvent[]): Promise<void> {
    if (reached !== null) refuseGap(log, reached, events);
    for (const { type, stream, position: at } of events) {
      passed += 1;
      if (type !== 'PatientErased') continue;
      await vault.erasures.begin({ stream, position: at, since: clock.now() });
      await eraseFromVault(stream);
      forget();
      await note(at);
    }
    reached = events.at(-1)?.position ?? reached;
    if (reached !== null && passed >= noteEvery) await note(reached);
  }

  return {
    position,
    take,
    restart() {
      reached = log.start;
    },

    async catchUp(signal) {
      let after = await position();
      for (let isAtEnd = false; !isAtEnd && !signal?.aborted; ) {
        const events = await log.readAll(after, pageSize);
        await take(events);
        after = events.at(-1)?.position ?? after;
        isAtEnd = events.length < pageSize;
      }
    },

    async finish() {
      const pending = await vault.erasures.pending();
      if (pending.length === 0) return [];
      const keys = await vault.keys.get(pending.map(({ stream }) => stream));
      for (const { stream } of pending) if (keys.get(stream) !== 'destroyed') await eraseFromVault(stream);
      const isScrubbed = await vault.erasures.scrub();
      const [head, generations] = await Promise.all([log.head(), views.erasedUpTo()]);
      const unfinished: UnfinishedErasure[] = [];
      for (const erasure of pending) {
        // A restored log may end before the event.
        const holds = (goneUpTo: Position): boolean => goneUpTo < erasure.position && goneUpTo < head;
        const holding = generations
          .filter(holdsPersons)
          .filter(({ position }) => holds(position))
          .map(({ generation }) => generation);
        const waitsFor = [...(isScrubbed ? [] : ['the vault']), ...holding.map((each) => `the views ${each}`)];
        if (waitsFor.length > 0) unfinished.push({ ...erasure, waitsFor });
        else await vault.erasures.finish(erasure.stream);
      }
      return unfinished;
    },
  };
}
