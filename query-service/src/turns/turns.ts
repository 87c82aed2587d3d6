import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { CallerContext } from '@dayline/http/handler';
import { FairQueue, type Ticket, type Visitor } from '@dayline/runtime/fair-queue';
import { TooBusy } from '@dayline/runtime/unavailable';

/** In ms; other calls are answered after this time at the latest. */
const maxTurn = 2;

/** The number of entries that are exported or checked in one step, which takes a few ms. */
export const entriesInStep = 50;

type Waiting = Pick<CallerContext, 'caller' | 'signal'>;

/** Clients take turns, and each caller has a limited number of tickets. */
export const visitorOf = ({ caller, signal }: Waiting): Visitor => ({
  group: caller.clientId,
  owner: caller.id,
  signal,
});

/** Refuses work that gets no ticket or no turn. */
export const busy = (error: unknown): Refusal => {
  if (error instanceof TooBusy) return refuse('replay.busy', { retryAfter: 1 });
  throw error;
};

/** One replay or report at a time in a process, since it holds a day's rows in memory. */
export function replayQueue() {
  // A dragged slider sends many requests.
  const queue = new FairQueue({ atOnce: 1, perOwner: 8 });
  return {
    inTurn: <Result>(waiting: Waiting, replay: () => Promise<Result>): Promise<Result | Refusal> =>
      queue.run(visitorOf(waiting), replay).catch(busy),
    /**
     * A ticket for work that is sent between its turns.
     * @throws TooBusy
     */
    enter: (waiting: Waiting): Ticket => queue.enter(visitorOf(waiting)),
  };
}

/**
 * Awaited between the steps of long work: lets the event loop answer other calls if the work has held it for long, and
 * ends work that nobody waits for.
 * @throws the signal's reason
 */
export function openTurns(signal: AbortSignal | undefined): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < maxTurn) return;
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
