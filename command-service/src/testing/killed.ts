import type { FollowerCursors } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';

/** The log as seen by a process that is killed at its nth append, before or after it is durable. */
export function killedAt(log: EventLog, nth: number, isDurable: boolean): EventLog {
  let appends = 0;
  const alive = () => {
    if (appends >= nth) throw new Error('killed');
  };
  return {
    ...log,
    async append(...call) {
      alive();
      appends += 1;
      if (appends < nth || isDurable) await log.append(...call);
      alive();
      return log.append(...call);
    },
    async readStream(...call) {
      alive();
      return log.readStream(...call);
    },
  };
}

/** Cursors of a follower that starts at the log's beginning. */
export function memoryCursors(): FollowerCursors {
  let current: Awaited<ReturnType<FollowerCursors['read']>> = null;
  return {
    read: async () => current,
    async advance(_name, _from, to) {
      current = to;
      return true;
    },
  };
}
