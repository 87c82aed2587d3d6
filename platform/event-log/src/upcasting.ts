import { type Upcaster, upcastData } from '@dayline/contracts/events/upcast';
import { converted } from './as-stored.ts';
import type { StoredEvent } from './port.ts';

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
