import type { Position } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/platform/event-log/port';

/** So many events at least are remembered; what is sent to the sockets follows its append by milliseconds. */
const eventsRemembered = 1_000;

/**
 * Remembers whose trace the latest appends belong to, so that the sockets can say it without reading the log for it.
 * What has been forgotten, or was appended by another process, stands in the log under its position.
 */
export function rememberTraces<Log extends Pick<EventLog, 'append'>>(
  log: Log,
): { readonly log: Log; readonly traceOf: (position: Position) => string | undefined } {
  // Two generations: letting go of the older one whole costs less than of each oldest entry.
  let traces = new Map<Position, string>();
  let older: ReadonlyMap<Position, string> = traces;
  const append: EventLog['append'] = async (stream, expected, events) => {
    const result = await log.append(stream, expected, events);
    if (result.appended) {
      for (const [place, position] of result.positions.entries()) {
        const trace = events[place]?.metadata.traceparent;
        if (trace !== undefined) traces.set(position, trace);
      }
      if (traces.size >= eventsRemembered) {
        older = traces;
        traces = new Map();
      }
    }
    return result;
  };
  return { log: { ...log, append }, traceOf: (position) => traces.get(position) ?? older.get(position) };
}
