import type { EventLog } from '@dayline/event-log/port';

/** The log as a process sees it in which others append first, so many times, to streams whose names begin so. */
export function contended(log: EventLog, streams: string, times: number): EventLog {
  let left = times;
  return {
    ...log,
    async append(...call) {
      if (!call[0].startsWith(streams) || left === 0) return log.append(...call);
      left -= 1;
      return { appended: false, actual: 'noStream' };
    },
  };
}
