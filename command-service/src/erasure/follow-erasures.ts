import { setTimeout as pause } from 'node:timers/promises';
import { type Position, streamKey } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/platform/event-log/port';
import type { Logger } from '@dayline/platform/logging/logger';
import type { Vault } from '@dayline/platform/vault/port';

export interface ErasureParts {
  readonly log: Pick<EventLog, 'readAll' | 'head' | 'start'>;
  readonly vault: Pick<Vault, 'keys' | 'reservations' | 'followers'>;
}

const follower = 'erasure';
const pageSize = 500;
/** How many events are passed, at most, before the place is noted though nobody was erased. */
const noteEvery = 5_000;

/**
 * Gives a function that does what follows from each `PatientErased` since the last time, up to the log's end: it frees
 * the person's phone and destroys the key, which has the name of the person's stream. Each step can be repeated, and
 * the place is noted only after them, so that a crash in between leaves nothing undone.
 */
export function erasures({ log, vault }: ErasureParts): (signal?: AbortSignal) => Promise<void> {
  let reached: Position | null = null;
  let passed = 0;

  async function note(position: Position): Promise<void> {
    await vault.followers.reached(follower, position);
    passed = 0;
  }

  return async (signal) => {
    let position = reached ?? (await vault.followers.position(follower)) ?? log.start;
    // A log that ends before the noted place was restored or is another one: what it says is done again.
    if (position > (await log.head())) position = log.start;
    for (let isAtEnd = false; !isAtEnd && !signal?.aborted; ) {
      const events = await log.readAll(position, pageSize);
      for (const { type, stream, position: at } of events) {
        passed += 1;
        if (type !== 'PatientErased') continue;
        await vault.reservations.releaseAllOf(streamKey(stream));
        // Last: it empties the vault's write-ahead log, of what was freed too.
        await vault.keys.destroy(stream);
        await note(at);
      }
      position = events.at(-1)?.position ?? position;
      if (passed >= noteEvery) await note(position);
      isAtEnd = events.length < pageSize;
    }
    reached = position;
  };
}

/** How often the log is looked at, in ms. */
const lookEvery = 250;

export interface ErasureFollower {
  /** Resolves after the step in hand. */
  stop(): Promise<void>;
}

/** Finishes erasures for as long as it runs; what fails is logged and tried again. */
export function followErasures(parts: ErasureParts & { readonly logger: Pick<Logger, 'error'> }): ErasureFollower {
  const finish = erasures(parts);
  const ending = new AbortController();
  const { signal } = ending;
  async function keep(): Promise<void> {
    while (!signal.aborted) {
      try {
        await finish(signal);
      } catch (error) {
        parts.logger.error({ err: error }, 'an erasure could not be finished; it is tried again');
      }
      await pause(lookEvery, undefined, { signal }).catch(() => {
        // Told to stop while waiting: the loop sees it.
      });
    }
  }
  const kept = keep();
  return {
    async stop() {
      ending.abort();
      await kept;
    },
  };
}
