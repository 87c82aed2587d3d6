import type { StoredEvent } from './port.ts';

/** The original version of a converted event. */
const storedEvents = new WeakMap<StoredEvent, StoredEvent>();

/** An event as stored in the log, however it was read: chains and exports use that form. */
export const asStored = (event: StoredEvent): StoredEvent => storedEvents.get(event) ?? event;

/** Remembers the original version of a converted event. */
export function converted(event: StoredEvent, from: StoredEvent): StoredEvent {
  storedEvents.set(event, asStored(from));
  return event;
}
