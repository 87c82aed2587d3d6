import type { EventMetadata } from '@dayline/contracts/events/metadata';
import { ulid } from 'ulid';
import type { FollowItem, NewEvent, StoredEvent } from '../port.ts';

export const metadata: EventMetadata = {
  commandId: 'command',
  commandDigest: '',
  correlationId: 'correlation',
  causationId: 'command',
  actor: { kind: 'system', id: 'test', name: 'Test' },
  clientId: 'client',
  channel: 'web',
  recordedAt: '2026-01-05T09:00:00.000Z',
  schemaVersion: 1,
  keyIds: [],
  chain: '',
};

export const newEvent = (data: NewEvent['data'] = {}, type = 'SomethingHappened'): NewEvent => ({
  id: ulid(),
  type,
  data,
  metadata,
});
export const newEvents = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => newEvent({ n }));
export const newStream = (): string => `contract-${ulid()}`;

export const idsOf = (events: readonly { id: string }[]): string[] => events.map((event) => event.id);

/** Reads until a condition holds; leaves the iterator open. */
export async function collectUntil(
  items: AsyncIterator<FollowItem>,
  isDone: (events: readonly StoredEvent[], item: FollowItem) => boolean,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (;;) {
    const { value: item, done } = await items.next();
    if (done) return events;
    if (item.kind === 'events') events.push(...item.events);
    if (isDone(events, item)) return events;
  }
}
export const untilCaughtUp = (items: AsyncIterator<FollowItem>) =>
  collectUntil(items, (_, item) => item.kind === 'caughtUp');
