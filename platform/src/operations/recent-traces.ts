import type { Position } from '@dayline/contracts/ids';
import type { EventLog } from '../event-log/port.ts';
import { recentEntries } from '../recent-entries.ts';

/** So many events at least are remembered; what is sent to the sockets follows its append by milliseconds. */
const eventsRemembered = 1_000;

export interface RecentTraces {
  note(position: Position, traceparent: string | undefined): void;
  of(position: Position): string | undefined;
}

/**
 * Remembers whose trace the latest events belong to, so that the sockets can say it without reading the log for it.
 * What has been forgotten stands in the log under its position.
 */
export function recentTraces(): RecentTraces {
  const traces = recentEntries<string>(eventsRemembered);
  return {
    note(position, traceparent) {
      if (traceparent !== undefined) traces.set(position, traceparent);
    },
    of: (position) => traces.get(position),
  };
}

/** Notes the traces of what a log appends. What another process appended is not known. */
export function rememberTraces<Log extends Pick<EventLog, 'append'>>(
  log: Log,
): { readonly log: Log; readonly traceOf: (position: Position) => string | undefined } {
  const traces = recentTraces();
  const append: EventLog['append'] = async (stream, expected, events) => {
    const result = await log.append(stream, expected, events);
    if (result.appended) {
      for (const [place, position] of result.positions.entries()) {
        traces.note(position, events[place]?.metadata.traceparent);
      }
    }
    return result;
  };
  return { log: { ...log, append }, traceOf: traces.of };
}
