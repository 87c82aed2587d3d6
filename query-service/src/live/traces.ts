import type { Position } from '@dayline/contracts/ids';
import type { LiveMessage } from '@dayline/contracts/live';

/** The traceparent of the event at a position, if still known. */
export type TraceOf = (position: Position) => string | undefined;

const tracesAtMost = 8;

/**
 * Adds to each message the traces of its rows' last events. A row belongs to the room's own client, so its trace does
 * too.
 */
export function withTraces(messages: readonly LiveMessage[], traceOf: TraceOf): readonly LiveMessage[] {
  return messages.map((message) => {
    if (!('rows' in message)) return message;
    const traces = new Set<string>();
    for (const { at } of message.rows) {
      const trace = traceOf(at);
      if (trace !== undefined && traces.size < tracesAtMost) traces.add(trace);
    }
    return traces.size > 0 ? { ...message, traces: [...traces] } : message;
  });
}

/** The logged fields of a packet: its position and traces, never its rows. */
export const packetLine = (room: string, messages: readonly LiveMessage[]) => ({
  room,
  at: messages[0]?.at,
  topics: messages.map(({ topic }) => topic),
  traces: [...new Set(messages.flatMap((message) => ('traces' in message ? (message.traces ?? []) : [])))],
});
