import { type Upcaster, upcastData } from '@dayline/contracts/events/upcast';
import type { StoredEvent } from './port.ts';

/** The original version of a converted event. */
const stored = new WeakMap<StoredEvent, StoredEvent>();

/** An event as the log has it, however it was read: chains and exports are of that. */
export const asStored = (event: StoredEvent): StoredEvent => stored.get(event) ?? event;

/** Notes of what an event was converted. */
export function converted(event: StoredEvent, from: StoredEvent): StoredEvent {
  stored.set(event, asStored(from));
  return event;
}

/** Converts stored events to the newest version, including `schemaVersion`. Types without upcaster pass unchanged. */
export function upcastEvents(upcasters: readonly Upcaster[]): (event: StoredEvent) => StoredEvent {
  if (upcasters.length === 0) return (event) => event;
  const types = new Set(upcasters.map((upcaster) => upcaster.type));
  return (event) => {
    if (!types.has(event.type)) return event;
    const { type, data, metadata } = event;
    try {
      const newest = upcastData(type, metadata.schemaVersion, data, upcasters);
      const upcast = { ...event, data: newest.data, metadata: { ...metadata, schemaVersion: newest.version } };
      return converted(upcast, event);
    } catch {
      // Malformed: its fold refuses it.
      return event;
    }
  };
}
