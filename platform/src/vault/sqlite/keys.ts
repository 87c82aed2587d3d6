import type Database from 'better-sqlite3';
import type { KeyRing } from '../../sealed-log/key-ring.ts';
import type { VaultSecrets } from '../secrets.ts';
import { vaultSecrets } from '../secrets.ts';
import { openForReading } from './connection.ts';

/** Unwrapped keys that are kept in memory, at most. */
const cachedKeys = 20_000;

/** Personal keys, read only: what a thread needs that opens sealed events. */
export type PersonalKeys = Pick<KeyRing, 'get'>;

export interface SqliteKeys extends PersonalKeys {
  /** Keys destroyed by any thread or process are seen at once. */
  getNow(keyIds: readonly string[]): Map<string, Buffer | 'destroyed'>;
}

export function readKeys(db: Database.Database, secrets: VaultSecrets, capacity = cachedKeys): SqliteKeys {
  const dataVersion = db.prepare('PRAGMA data_version').pluck();
  const wrappedOf = db.prepare<[string], Buffer>('SELECT wrapped FROM personalKey WHERE keyId = ?').pluck();
  const newTombstones = db.prepare<[number], { number: number; keyId: string }>(
    'SELECT number, keyId FROM destroyedKey WHERE number > ? ORDER BY number',
  );
  /** In the order of use, the least recently used first. */
  const cache = new Map<string, Buffer>();
  const destroyed = new Set<string>();
  let seenVersion: unknown;
  let seenTombstone = 0;

  /** `data_version` changes with every commit of another connection, in whatever process: cheap to ask each time. */
  function learnOfDestroyed(): void {
    const version = dataVersion.get();
    if (version === seenVersion) return;
    for (const { number, keyId } of newTombstones.iterate(seenTombstone)) {
      cache.delete(keyId);
      destroyed.add(keyId);
      seenTombstone = number;
    }
    seenVersion = version;
  }

  function keyOf(keyId: string): Buffer | 'destroyed' | undefined {
    if (destroyed.has(keyId)) return 'destroyed';
    const cached = cache.get(keyId);
    if (cached) {
      cache.delete(keyId);
      cache.set(keyId, cached);
      return cached;
    }
    const wrapped = wrappedOf.get(keyId);
    if (!wrapped) return undefined;
    const key = secrets.unwrap(keyId, wrapped);
    cache.set(keyId, key);
    if (cache.size > capacity) {
      const oldest = cache.keys().next();
      if (!oldest.done) cache.delete(oldest.value);
    }
    return key;
  }

  const getNow = (keyIds: readonly string[]): Map<string, Buffer | 'destroyed'> => {
    learnOfDestroyed();
    const found = new Map<string, Buffer | 'destroyed'>();
    for (const keyId of keyIds) {
      const key = keyOf(keyId);
      if (key) found.set(keyId, key);
    }
    return found;
  };
  return { getNow, get: async (keyIds) => getNow(keyIds) };
}

/**
 * Opens the vault for reading keys alone, for the thread that folds events. The vault itself must be open, or have been
 * once: this makes no file, and no key either.
 */
export function openVaultKeys({ path, masterKey }: { path: string; masterKey: Buffer }): KeyRing & {
  close(): Promise<void>;
} {
  const secrets = vaultSecrets(masterKey);
  const db = openForReading(path, secrets.fingerprint);
  return {
    get: readKeys(db, secrets).get,
    ensure: () => Promise.reject(new Error('These keys are only read; the vault makes them.')),
    close: async () => {
      db.close();
    },
  };
}
