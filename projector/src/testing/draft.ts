import type { EventMetadata } from '@dayline/contracts/events/metadata';
import { type DaylineEvent, eventTable, type RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { JsonObject } from '@dayline/contracts/json';
import type { EventLog } from '@dayline/event-log/port';

/** An event that has no position yet. */
export interface Draft {
  readonly stream: string;
  readonly event: DaylineEvent;
  readonly clientId: string;
}

/** A ULID ending in a number. */
export const testId = (ordinal: number): string => `01J${String(ordinal).padStart(23, '0')}`;
export const testPosition = (ordinal: number): string => String(ordinal).padStart(16, '0');

const firstInstant = Date.parse('2026-01-01T03:00:00.000Z');

export function metadataOf(ordinal: number, clientId: string): EventMetadata {
  const commandId = testId(900_000_000 + ordinal);
  return {
    commandId,
    commandDigest: '',
    correlationId: commandId,
    causationId: commandId,
    actor: { kind: 'admin', id: testId(1), name: `Desk ${ordinal % 3}` },
    clientId,
    channel: 'web',
    recordedAt: new Date(firstInstant + ordinal * 1000).toISOString(),
    schemaVersion: 1,
    keyIds: [],
    chain: '',
  };
}

/** The drafts as read from a log, with positions counting from 1. */
export function recorded(drafts: readonly Draft[]): RecordedDaylineEvent[] {
  const revisions = new Map<string, number>();
  return drafts.map(({ stream, event, clientId }, index) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const place = { id: testId(800_000_000 + index), stream, revision, position: testPosition(index + 1) };
    const schemaVersion = eventTable.get(event.type)?.version ?? 1;
    return { ...event, ...place, metadata: { ...metadataOf(index, clientId), schemaVersion } };
  });
}

/** Appends recorded events in order; adjacent events of one stream are appended together. */
export async function appendAll(log: EventLog, events: readonly RecordedDaylineEvent[]): Promise<void> {
  for (let from = 0; from < events.length; ) {
    const first = events[from];
    if (!first) return;
    let to = from + 1;
    while (events[to]?.stream === first.stream) to += 1;
    const together = events.slice(from, to).map(({ id, type, data, metadata }) => ({
      id,
      type,
      // Cast is safe: event data are JSON objects.
      data: data as JsonObject,
      metadata,
    }));
    const expected = first.revision === 0 ? 'noStream' : first.revision - 1;
    const result = await log.append(first.stream, expected, together);
    if (!result.appended) throw new Error(`a conflict on ${first.stream} that nobody expected`);
    from = to;
  }
}
