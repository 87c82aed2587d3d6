import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventLog } from '@dayline/event-log/port';

/** Runs commands side by side, and lets them append in the order in which they started. */
export interface DaySchedule {
  /** The log that the commands must append to; appends outside of turns don't wait. */
  over(log: EventLog): EventLog;
  /** Runs a command that appends at most once. */
  take(command: () => Promise<void>): Promise<void>;
}

interface Turn {
  readonly begins: Promise<void>;
  readonly pass: () => void;
}

export function appendInTurns(): DaySchedule {
  const turns = new AsyncLocalStorage<Turn>();
  let last = Promise.resolve();
  return {
    over: (log) => ({
      ...log,
      async append(...call) {
        const turn = turns.getStore();
        await turn?.begins;
        // A log appends in the order of the calls: the next one needn't wait for the commit.
        const appending = log.append(...call);
        turn?.pass();
        return appending;
      },
    }),
    async take(command) {
      const begins = last;
      let pass = (): void => undefined;
      last = new Promise((resolve) => {
        pass = resolve;
      });
      try {
        await turns.run({ begins, pass }, command);
      } finally {
        // A command that appended nothing also passes its turn on, but not before the turn has come.
        void begins.then(pass);
      }
    },
  };
}
