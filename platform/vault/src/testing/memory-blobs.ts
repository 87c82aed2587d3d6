import { type Clock, systemClock } from '@dayline/runtime/clock';
import { demandBlobName } from '../blobs/blob-name.ts';
import type { Blobs } from '../blobs/port.ts';

/** Blobs in memory. For tests only. */
export function memoryBlobs(clock: Clock = systemClock): Blobs {
  const kept = new Map<string, { readonly bytes: Buffer; readonly at: number }>();
  return {
    async put(name, bytes) {
      demandBlobName(name);
      kept.set(name, { bytes: Buffer.from(bytes), at: clock.now() });
    },
    async get(name) {
      demandBlobName(name);
      return kept.get(name)?.bytes ?? null;
    },
    async remove(name) {
      demandBlobName(name);
      kept.delete(name);
    },
    async olderThan(instant, prefix) {
      demandBlobName(prefix);
      return [...kept].flatMap(([name, { at }]) => (name.startsWith(prefix) && at < instant ? [name] : []));
    },
  };
}
