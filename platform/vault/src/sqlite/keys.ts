import type { KeyRing } from '@dayline/runtime/key-ring';
import { openedFile } from '@dayline/runtime/opened-file';
import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Vault } from '../port.ts';
import type { VaultSecrets } from '../secrets.ts';
import { vaultSecrets } from '../secrets.ts';
import { openForReading } from './connection.ts';
import { cursorsIn } from './followers.ts';
import { guard } from './guard.ts';

/** Maximum number of unwrapped keys kept in memory. */
const cachedKeys = 20_000;

/** Read-only personal keys, for threads that decrypt events. */
export type PersonalKeys = Pick<KeyRing, 'get'>;

export interface SqliteKeys extends PersonalKeys {
  /** Reads synchronously; keys destroyed by any thread or process are seen at once. */
  getNow(keyIds: readonly string[]): Map<string, Buffer | 'destroyed'>;
}

export function readKeys(db: Database.Database, secrets: VaultSecrets, capacity = cachedKeys): SqliteKeys {
  const dataVersion = db.prepare('PRAGMA data_version').pluck();
  const wrappedOf = db.prepare<[string], Buffer>('SELECT wrapped FROM personalKey WHERE keyId = ?').pluck();
  const newTombstones = db.prepare<[number], { number: number; keyId: string }>(
    'SELECT number, keyId FROM destroyedKey WHERE number > ? ORDER BY number',
  );
  const cache = new LRUCache<string, Buffer>({ max: capacity });
  const destroyedIds = new Set<string>();
  let seenVersion: unknown;
  let seenTombstone = 0;

  /** `data_version` changes with every commit of another connection in any process, and is cheap to read. */
  function readDestroyed(): void {
    const version = dataVersion.get();
    if (version === seenVersion) return;
    for (const { number, keyId } of newTombstones.iterate(seenTombstone)) {
      cache.delete(keyId);
      destroyedIds.add(keyId);
      seenTombstone = number;
    }
    seenVersion = version;
  }

  function keyOf(keyId: string): Buffer | 'destroyed' | undefined {
    if (destroyedIds.has(keyId)) return 'destroyed';
    const cached = cache.get(keyId);
    if (cached) return cached;
    const wrapped = wrappedOf.get(keyId);
    if (!wrapped) return undefined;
    const key = secrets.unwrap(keyId, wrapped);
    cache.set(keyId, key);
    return key;
  }

  /** Another process may have destroyed a missing key since the tombstones were read. */
  function keyDestroyedSince(keyId: string): Buffer | 'destroyed' | undefined {
    readDestroyed();
    return keyOf(keyId);
  }

  const getNow = (keyIds: readonly string[]): Map<string, Buffer | 'destroyed'> => {
    readDestroyed();
    const found = new Map<string, Buffer | 'destroyed'>();
    for (const keyId of keyIds) {
      const key = keyOf(keyId) ?? keyDestroyedSince(keyId);
      if (key) found.set(keyId, key);
    }
    return found;
  };
  return { getNow, get: async (keyIds) => getNow(keyIds) };
}

/**
 * Opens the vault read-only for keys, for the thread that folds events. The file must exist; this creates neither file
 * nor key.
 */
export function openVaultKeys({
  path,
  masterKey,
}: {
  path: string;
  masterKey: Buffer;
}): KeyRing & Pick<Vault, 'close'> & { readonly followers: Pick<Vault['followers'], 'read'> } {
  const secrets = vaultSecrets(masterKey);
  const db = openForReading(path, secrets.fingerprint);
  const cursorOf = cursorsIn(db);
  const guarded = guard(openedFile(path));
  return {
    ...guarded({
      get: readKeys(db, secrets).get,
      ensure: () => Promise.reject(new Error('These keys are only read; the vault makes them.')),
    }),
    followers: guarded({ read: async (name: string) => cursorOf(name) }),
    close: async () => {
      db.close();
    },
  };
}
