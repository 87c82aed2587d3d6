import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises';

/** Reading a file leaves the desks half of the time after so many ms of work: a booking needs several turns. */
export const readingMs = 5;

/**
 * Awaited between pieces of long work: gives others their turn, and half of the time.
 * @param workMs after so many ms of work it waits as long
 * @throws once the signal aborts
 */
export function openTurns(workMs: number, signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    const worked = performance.now() - since;
    if (worked < workMs) return breath();
    await pause(worked);
    since = performance.now();
  };
}
