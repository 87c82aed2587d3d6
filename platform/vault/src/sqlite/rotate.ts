import type Database from 'better-sqlite3';
import { factorsSealId, sealId, trailSealId, type VaultSecrets, vaultSecrets } from '../secrets.ts';
import { keptHashing, openForReading, openForWriting } from './connection.ts';

export interface MasterKeys {
  /** The vault's file. */
  readonly path: string;
  /** 32 bytes each. */
  readonly from: Buffer;
  readonly to: Buffer;
}

/**
 * Rewraps everything that MASTER_KEY wraps with another key, in one transaction: personal keys, second factors,
 * waiting emails and trail entries, and the hashing key. If killed, the vault belongs to one key or the other; a repeated call finds
 * nothing to do. The vault must not be open. Data wrapped by the old key is overwritten in the file.
 * @returns the number of personal keys, and whether this call rewrapped them
 * @throws Error if the vault belongs to neither key
 */
export function rotateMasterKey({ path, from, to }: MasterKeys): { readonly keys: number; readonly rotated: boolean } {
  const next = vaultSecrets(to);
  const count = (db: Database.Database): number =>
    db.prepare<[], number>('SELECT count(*) FROM personalKey').pluck().get() ?? 0;
  if (belongsTo(path, next.fingerprint)) {
    const db = openForReading(path, next.fingerprint);
    const keys = count(db);
    db.close();
    return { keys, rotated: false };
  }
  const db = openForWriting(path, vaultSecrets(from).fingerprint);
  try {
    db.transaction(() => {
      const old = vaultSecrets(from, keptHashing(db));
      rewrap(db, old, next);
      const keep = db.prepare('INSERT INTO setting VALUES (:name, :value) ON CONFLICT DO UPDATE SET value = :value');
      keep.run({ name: 'hashing', value: old.hashingFor(next).toString('base64') });
      keep.run({ name: 'fingerprint', value: next.fingerprint });
    }).immediate();
    db.pragma('wal_checkpoint(TRUNCATE)');
    return { keys: count(db), rotated: true };
  } finally {
    db.close();
  }
}

function belongsTo(path: string, fingerprint: string): boolean {
  try {
    openForReading(path, fingerprint).close();
    return true;
  } catch {
    // Opening with the old key reports a key that fits neither.
    return false;
  }
}

interface WrappedRow {
  readonly id: string;
  readonly wrapped: Buffer;
}

function rewrap(db: Database.Database, old: VaultSecrets, next: VaultSecrets): void {
  const columns = [
    { table: 'personalKey', id: 'keyId', column: 'wrapped', nameOf: (id: string) => id },
    { table: 'outbox', id: 'id', column: 'sealed', nameOf: sealId },
    { table: 'secondFactor', id: 'accountId', column: 'sealed', nameOf: factorsSealId },
    { table: 'trailEntry', id: 'id', column: 'sealed', nameOf: trailSealId },
  ];
  for (const { table, id, column, nameOf } of columns) {
    // Page by page: one connection can't write a table while it iterates over a statement.
    const page = db.prepare<[string], WrappedRow>(
      `SELECT ${id} AS id, ${column} AS wrapped FROM ${table} WHERE ${id} > ? ORDER BY ${id} LIMIT 1000`,
    );
    const update = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${id} = ?`);
    for (let rows = page.all(''); rows.length > 0; rows = page.all(rows.at(-1)?.id ?? '')) {
      for (const row of rows) update.run(next.wrap(nameOf(row.id), old.unwrap(nameOf(row.id), row.wrapped)), row.id);
    }
  }
}
