import { setTimeout as pause } from 'node:timers/promises';
import { followable, type StoredLog } from '@dayline/event-log/followable';
import type { EventFeed } from './run.ts';

/** How long (ms) appended events are gathered before folding: under load many commits form one batch. */
const gatherMs = 50;

/**
 * The log as stored, with encrypted fields, for a projection without keys. It yields to the projection that screens
 * wait for, by gathering events.
 */
export const storedFeed = (log: StoredLog): EventFeed => ({
  ...followable(log),
  async *follow(after, signal, options) {
    for await (const item of log.follow(after, signal, options)) {
      if (item.kind === 'caughtUp') {
        // The next read finds later events.
        yield item;
        await pause(gatherMs, undefined, { signal, ref: false }).catch(() => {
          // Aborted during the wait; the log ends the loop.
        });
      } else yield item;
    }
  },
});
