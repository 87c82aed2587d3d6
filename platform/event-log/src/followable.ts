import type { Position } from '@dayline/contracts/ids';
import { refuseGap } from './gaps.ts';
import {
  type EventLog,
  EventLogSetBack,
  type EventRef,
  type FollowOptions,
  hasEvent,
  type StoredEvent,
} from './port.ts';

/** Where to follow from: after an event, which must still be there, or after a position. */
export type Cursor = EventRef | Pick<EventRef, 'position'>;

interface FollowedEvents<Event> {
  readonly kind: 'events';
  readonly events: readonly Event[];
  readonly last?: EventRef;
}

/** An event log, as stored or opened. */
export interface FollowableLog<Event extends EventRef = StoredEvent, Events = FollowedEvents<Event>>
  extends Pick<EventLog, 'start' | 'gapless' | 'head'> {
  follow(
    after: Position,
    signal: AbortSignal,
    options?: FollowOptions,
  ): AsyncIterable<Events | { readonly kind: 'caughtUp'; readonly position: Position }>;
  /** Whether an event is still at its position. */
  hasEvent(ref: EventRef): Promise<boolean>;
}

/** The part of a stored log that followers use. */
export type StoredLog = Pick<EventLog, 'start' | 'gapless' | 'head' | 'follow' | 'readStream'>;

/** A stored log, to be followed. */
export const followable = (log: StoredLog): FollowableLog => ({
  start: log.start,
  ...(log.gapless ? { gapless: log.gapless } : {}),
  head: () => log.head(),
  follow: (after, signal, options) => log.follow(after, signal, options),
  hasEvent: (ref) => hasEvent(log, ref),
});

const isRef = (cursor: Cursor): cursor is EventRef => 'id' in cursor;

/** Whether the log still has the event at a cursor; for a position alone, whether the log reaches it. */
const isOfThisLog = async (log: Pick<FollowableLog, 'head' | 'hasEvent'>, cursor: Cursor): Promise<boolean> =>
  isRef(cursor) ? await log.hasEvent(cursor) : cursor.position <= (await log.head());

/**
 * What follows a cursor, until the signal aborts.
 * @throws EventLogSetBack if the cursor's event is no longer there, EventLogDamaged at a gap in positions
 */
export async function* itemsAfter<Event extends EventRef, Events extends FollowedEvents<Event>>(
  log: FollowableLog<Event, Events>,
  cursor: Cursor | null,
  signal: AbortSignal,
  types?: readonly string[],
) {
  if (cursor && !(await isOfThisLog(log, cursor))) throw new EventLogSetBack(cursor.position);
  let position = cursor?.position ?? log.start;
  for await (const item of log.follow(position, signal, {
    known: cursor && isRef(cursor) ? cursor : undefined,
    types,
  })) {
    if (item.kind === 'events') {
      // The store has checked the events it left out.
      if (!types) refuseGap(log, position, item.events);
      position = (item.last ?? item.events.at(-1))?.position ?? position;
    }
    yield item;
  }
}
