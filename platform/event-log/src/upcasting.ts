import { type Upcaster, upcastData } from '@dayline/contracts/events/upcast';
import type { StoredEvent } from './port.ts';

/**
 * Converts stored events to the newest version, including `schemaVersion`. Types without upcaster pass unchanged. The
 * chain check works on stored data, so it opens the log with an empty list.
 */
export function upcastEvents(upcasters: readonly Upcaster[]): (event: StoredEvent) => StoredEvent {
  if (upcasters.length === 0) return (event) => event;
  const types = new Set(upcasters.map((upcaster) => upcaster.type));
  return (event) => {
    if (!types.has(event.type)) return event;
    const { type, data, metadata } = event;
    try {
      const newest = upcastData(type, metadata.schemaVersion, data, upcasters);
      return { ...event, data: newest.data, metadata: { ...metadata, schemaVersion: newest.version } };
    } catch {
      // Malformed: whoever folds it refuses it.
      return event;
    }
  };
}
