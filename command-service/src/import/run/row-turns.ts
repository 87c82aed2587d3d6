import { setTimeout as pause } from 'node:timers/promises';
import { FairQueue } from '@dayline/runtime/fair-queue';

/** After this many ms of work, imports pause for as long, so that desks get half of the time. */
const workMs = 20;
/** A started import is never refused. */
const limits = { atOnce: 1, perOwner: Number.POSITIVE_INFINITY, patience: 2 ** 31 - 1 };

/** Rows of all imports, one after another; clients take turns, and so do the imports of a client. */
export class RowTurns {
  readonly #queue = new FairQueue(limits);
  #workedMs = 0;

  /** @throws the signal's reason, or the row's error */
  take<Result>(clientId: string, row: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#queue.run({ group: clientId, owner: clientId }, async () => {
      signal?.throwIfAborted();
      const began = performance.now();
      try {
        return await row();
      } finally {
        this.#workedMs += performance.now() - began;
        if (this.#workedMs >= workMs) {
          await pause(this.#workedMs, undefined, { ref: false });
          this.#workedMs = 0;
        }
      }
    });
  }
}
