import { demandBlobName } from '../blobs/blob-name.ts';
import type { Blobs } from '../blobs/port.ts';

/** Blobs in memory. For tests only. */
export function memoryBlobs(): Blobs {
  const kept = new Map<string, Buffer>();
  return {
    async put(name, bytes) {
      demandBlobName(name);
      kept.set(name, Buffer.from(bytes));
    },
    async get(name) {
      demandBlobName(name);
      return kept.get(name) ?? null;
    },
    async remove(name) {
      demandBlobName(name);
      kept.delete(name);
    },
  };
}
