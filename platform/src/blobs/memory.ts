import type { Blobs } from './port.ts';

/** Blobs that are gone when the process ends. For tests only. */
export function memoryBlobs(): Blobs {
  const kept = new Map<string, Buffer>();
  return {
    async put(name, bytes) {
      kept.set(name, Buffer.from(bytes));
    },
    get: async (name) => kept.get(name) ?? null,
  };
}
