import type { Position } from '@dayline/contracts/ids';
import { LRUCache } from 'lru-cache';
import type { EventLog } from './port.ts';

/** Socket messages follow their append within milliseconds, so few events suffice. */
const eventsRemembered = 1_000;

export interface RecentTraces {
  note(position: Position, traceparent: string | undefined): void;
  of(position: Position): string | undefined;
}

/**
 * Remembers the traces of the latest events, so that socket messages can name them without reading the log. Older ones
 * are in the log at their position.
 */
export function recentTraces(): RecentTraces {
  const traces = new LRUCache<Position, string>({ max: eventsRemembered });
  return {
    note(position, traceparent) {
      if (traceparent !== undefined) traces.set(position, traceparent);
    },
    // `peek` doesn't renew an entry: the cache holds the latest events, not the most read ones.
    of: (position) => traces.peek(position),
  };
}

/**
 * Records the traces of what a log appends. Missing: appends of other processes, and rows shown before their append was
 * answered.
 */
export function rememberTraces<Log extends Pick<EventLog, 'append'>>(
  log: Log,
): { readonly log: Log; readonly traceOf: (position: Position) => string | undefined } {
  const traces = recentTraces();
  const append: EventLog['append'] = async (stream, expected, events, key) => {
    const result = await log.append(stream, expected, events, key);
    if (result.appended) {
      for (const [index, position] of result.positions.entries()) {
        traces.note(position, events[index]?.metadata.traceparent);
      }
    }
    return result;
  };
  return { log: { ...log, append }, traceOf: traces.of };
}
