import { setTimeout as pause } from 'node:timers/promises';
import { FairQueue } from '@dayline/runtime/fair-queue';

/** A running import leaves the desks half of the time: after so many ms of work, all wait as long. */
const workMs = 20;
/** What is under way is carried out, however long its turn takes. */
const limits = { atOnce: 1, perOwner: Number.POSITIVE_INFINITY, patience: 2 ** 31 - 1 };

/** Rows of all imports, one after another: those of the clients in turn, and of one client's imports in turn. */
export class RowTurns {
  readonly #queue = new FairQueue(limits);
  #workedMs = 0;

  /** @throws the signal's reason, or what the row throws */
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
