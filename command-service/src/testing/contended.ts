import type { EventLog } from '@dayline/event-log/port';

/**
 * The log as seen by a process in which others append first, `times` times, to streams whose names begin with
 * `streams`.
 */
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
