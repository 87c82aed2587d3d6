import type { Position } from '@dayline/contracts/ids';
import type { ProjectionStore } from './port.ts';

/** A generation's notes on erasures. */
export interface ScrubNotes {
  /** '' before the first event. */
  readonly checkpoint: Position;
  /** Position of the last erasure; '' if none. */
  readonly erased: Position;
  /** Position up to which erased data is gone everywhere; null if never checked. */
  readonly scrubbed: Position | null;
}

/** The position up to which erased persons must still be removed; null if nothing is due. */
export function scrubDue({ checkpoint, erased, scrubbed }: ScrubNotes): Position | null {
  // Written by a build without notes: earlier erasures may have left data.
  if (scrubbed === null) return checkpoint;
  return erased > scrubbed ? erased : null;
}

/** Persons erased up to this position are gone from the generation. */
export const goneUpTo = (notes: ScrubNotes): Position =>
  scrubDue(notes) === null ? notes.checkpoint : (notes.scrubbed ?? '');

/** The rows of one generation, with clean-up after erasures. */
export interface GenerationStore extends ProjectionStore {
  readonly scrubbing: {
    notes(): Promise<ScrubNotes>;
    /** Removes replaced data from this generation's files. Returns whether it succeeded. */
    clean(): Promise<boolean>;
    /** Records that everything up to the position is gone. */
    done(upTo: Position): Promise<void>;
  };
}

/** Retry interval of a failed clean-up, in ms. */
const tryAgainMs = 1_000;

export interface Scrubber {
  /** Requests a clean-up. */
  soon(): void;
  /** Makes a last attempt, then stops. */
  close(): Promise<void>;
}

/**
 * Cleans up after erasures, on request and until done. Starts with a check, since an earlier process may have been
 * killed between an erasure and its clean-up.
 * @param attempt returns whether all is clean; a failed one is retried, and open work stays noted
 */
export function startScrubber(attempt: () => Promise<boolean>): Scrubber {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let mustRun = false;
  let isClosed = false;

  async function run(): Promise<void> {
    mustRun = false;
    const isDone = await attempt().catch(() => false);
    if (!isDone && !isClosed) timer ??= setTimeout(soon, tryAgainMs).unref();
  }
  function soon(): void {
    if (isClosed) return;
    if (timer) clearTimeout(timer);
    timer = null;
    mustRun = true;
    running ??= run().finally(() => {
      running = null;
      if (mustRun && !isClosed) soon();
    });
  }
  soon();
  return {
    soon,
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await running;
      await attempt().catch(() => false);
    },
  };
}

/** One clean-up attempt: in the serving generation, and in those that aren't kept up to date. */
export async function scrub(
  { scrubbing }: GenerationStore,
  removeUnkept: (upTo: Position) => Promise<boolean>,
): Promise<boolean> {
  const upTo = scrubDue(await scrubbing.notes());
  if (upTo === null) return true;
  const isAlone = await removeUnkept(upTo);
  const isClean = await scrubbing.clean();
  if (isAlone && isClean) await scrubbing.done(upTo);
  return isAlone && isClean;
}
