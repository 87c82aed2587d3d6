import type { Position } from '@dayline/contracts/ids';
import type { LiveMessage } from '@dayline/contracts/live';

/** The traceparent of the event at a position, where it is still known. */
export type TraceOf = (position: Position) => string | undefined;

const tracesAtMost = 8;

/** Names in each message the traces of its rows' last events. A row is of the room's own client, so its trace is too. */
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

/** What is logged of a packet: how far it reaches and whose trace it ends, nothing of what it shows. */
export const packetLine = (room: string, messages: readonly LiveMessage[]) => ({
  room,
  at: messages[0]?.at,
  topics: messages.map(({ topic }) => topic),
  traces: [...new Set(messages.flatMap((message) => ('traces' in message ? (message.traces ?? []) : [])))],
});
