import { randomBytes } from 'node:crypto';
import { KeyDestroyed, type KeyRing } from '../key-ring.ts';

export interface MemoryKeyRing extends KeyRing {
  destroy(keyId: string): void;
  /** Number of calls. */
  readonly requests: { ensure: number; get: number };
}

/** Keys in memory. For tests only. */
export function memoryKeyRing(): MemoryKeyRing {
  const keys = new Map<string, Uint8Array | 'destroyed'>();
  const requests = { ensure: 0, get: 0 };
  return {
    requests,
    async ensure(keyIds) {
      requests.ensure += 1;
      return new Map(
        keyIds.map((keyId) => {
          const key = keys.get(keyId) ?? randomBytes(32);
          if (key === 'destroyed') throw new KeyDestroyed(keyId);
          keys.set(keyId, key);
          return [keyId, key];
        }),
      );
    },
    async get(keyIds) {
      requests.get += 1;
      return new Map(
        keyIds.flatMap((keyId) => {
          const key = keys.get(keyId);
          return key ? [[keyId, key] as const] : [];
        }),
      );
    },
    destroy: (keyId) => void keys.set(keyId, 'destroyed'),
  };
}
