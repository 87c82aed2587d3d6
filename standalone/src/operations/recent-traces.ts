import type { Position } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/platform/event-log/port';

/** So many events are remembered; what is sent to the sockets follows its append by milliseconds. */
const eventsRemembered = 2_000;

/**
 * Remembers whose trace the latest appends belong to, so that the sockets can say it without reading the log for it.
 * What has been forgotten, or was appended by another process, stands in the log under its position.
 */
export function rememberTraces<Log extends Pick<EventLog, 'append'>>(
  log: Log,
): { readonly log: Log; readonly traceOf: (position: Position) => string | undefined } {
  const traces = new Map<Position, string>();
  const append: EventLog['append'] = async (stream, expected, events) => {
    const result = await log.append(stream, expected, events);
    if (result.appended) {
      for (const [place, position] of result.positions.entries()) {
        const trace = events[place]?.metadata.traceparent;
        if (trace !== undefined) traces.set(position, trace);
      }
      for (const oldest of traces.keys()) {
        if (traces.size <= eventsRemembered) break;
        traces.delete(oldest);
      }
    }
    return result;
  };
  return { log: { ...log, append }, traceOf: (position) => traces.get(position) };
}
