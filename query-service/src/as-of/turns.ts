import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Refusal, refuse } from '@dayline/contracts/errors';

/** Replays at once per process: one holds a day's rows in memory. */
const atOnce = 1;
/** Replays that wait; a slider that is dragged asks often. */
const mostWaiting = 16;

/** In ms; other calls are answered after this time at the latest. */
const longestTurn = 2;

/** Runs one replay after another, and refuses those beyond the queue. */
export function replayQueue() {
  let underWay = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<Result>(replay: () => Promise<Result>): Promise<Result | Refusal> {
    if (underWay >= atOnce) {
      if (waiting.length >= mostWaiting) return refuse('replay.busy', { retryAfter: 1 });
      await new Promise<void>((begin) => {
        waiting.push(begin);
      });
    } else {
      underWay += 1;
    }
    try {
      return await replay();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay -= 1;
    }
  };
}

/** Awaited between the steps of long work: lets the event loop answer other calls if the work has held it for long. */
export function openTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestTurn) return;
    await nextTurn();
    since = performance.now();
  };
}
