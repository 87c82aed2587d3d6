import { demandOwnName } from './own-name.ts';
import type { Blobs } from './port.ts';

/** Blobs that are gone when the process ends. For tests only. */
export function memoryBlobs(): Blobs {
  const kept = new Map<string, Buffer>();
  return {
    async put(name, bytes) {
      demandOwnName(name);
      kept.set(name, Buffer.from(bytes));
    },
    async get(name) {
      demandOwnName(name);
      return kept.get(name) ?? null;
    },
    async remove(name) {
      demandOwnName(name);
      kept.delete(name);
    },
  };
}
