import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesIn } from '@dayline/runtime/testing/folder-bytes';
import { VaultUnavailable } from '../port.ts';
import { vaultSecrets } from '../secrets.ts';
import { describeVault } from '../testing/contract.ts';
import { openVaultKeys } from './keys.ts';
import { openSqliteVault } from './open.ts';

const masterKey = Buffer.from('00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f', 'hex');
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-vault-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describeVault('the vault on SQLite', async () => {
  const path = join(newFolder(), 'vault.db');
  return { open: () => openSqliteVault({ path, masterKey }), clear: async () => rmSync(path, { force: true }) };
});

describe('the file', () => {
  test('that is exchanged for a backup while it is open is not read or written any more, and opens again', async () => {
    const path = join(newFolder(), 'vault.db');
    const vault = await openSqliteVault({ path, masterKey });
    const reader = openVaultKeys({ path, masterKey });
    const { default: Database } = await import('better-sqlite3');
    await vault.keys.ensure(['patient-1']);
    const db = new Database(path, { readonly: true });
    await db.backup(`${path}.backup`);
    db.close();
    await vault.keys.ensure(['patient-2']);

    renameSync(path, `${path}.away`);
    await expect(vault.keys.get(['patient-1'])).rejects.toThrow('vault.db is gone');
    renameSync(`${path}.away`, path);
    expect((await vault.keys.get(['patient-2'])).size).toBe(1);

    renameSync(`${path}.backup`, path);
    const refused = { name: 'VaultUnavailable', message: expect.stringContaining('vault.db was exchanged') };
    await expect(vault.keys.get(['patient-1'])).rejects.toMatchObject(refused);
    await expect(vault.keys.ensure(['patient-3'])).rejects.toMatchObject(refused);
    await expect(reader.get(['patient-1'])).rejects.toMatchObject(refused);
    await expect(reader.followers.read('erasures')).rejects.toMatchObject(refused);
    await reader.close();
    // If it were opened with the backup, the previous file's pages would be added to the backup.
    expect(existsSync(`${path}-wal`)).toBe(false);
    await vault.close();
    const again = await openSqliteVault({ path, masterKey });
    expect([...(await again.keys.get(['patient-1', 'patient-2', 'patient-3'])).keys()]).toEqual(['patient-1']);
    await again.close();
  });

  test('opened for a check in the same process is read at once, and written when that is asked', async () => {
    const path = join(newFolder(), 'vault.db');
    const vault = await openSqliteVault({ path, masterKey });
    await vault.keys.ensure(['patient-1']);
    const check = await openSqliteVault({ path, masterKey, writesOnDemand: true });
    expect((await check.keys.get(['patient-1'])).size).toBe(1);
    await check.keys.ensure(['patient-2']);
    expect((await vault.keys.get(['patient-2'])).size).toBe(1);
    await check.close();
    const unused = await openSqliteVault({ path, masterKey, writesOnDemand: true });
    await unused.close();
    await vault.keys.ensure(['patient-3']);
    await vault.close();
    expect(readdirSync(join(path, '..'))).toEqual(['vault.db']);
  });

  test('belongs to its owner alone', async () => {
    const folder = newFolder();
    const vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey });
    await vault.keys.ensure(['patient-1']);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    await vault.close();
  });

  test('holds no reserved value, no key as it is, and nothing of a destroyed key', async () => {
    const folder = newFolder();
    const path = join(folder, 'vault.db');
    const vault = await openSqliteVault({ path, masterKey });
    const keys = await vault.keys.ensure(['patient-secret-1', 'patient-secret-2']);
    await vault.reservations.reserve('phone', '919876543210', 'patient-secret-2');
    expect(bytesIn(folder).includes('919876543210')).toBe(false);
    for (const key of keys.values()) expect(bytesIn(folder).includes(Buffer.from(key))).toBe(false);

    const { default: Database } = await import('better-sqlite3');
    const db = new Database(path, { readonly: true });
    const wrapped = db
      .prepare<[], Buffer>(`SELECT wrapped FROM personalKey WHERE keyId = 'patient-secret-1'`)
      .pluck()
      .get();
    db.close();
    if (!wrapped) throw new Error('The key was not kept.');
    expect(bytesIn(folder).includes(wrapped)).toBe(true);
    await vault.keys.destroy('patient-secret-1');
    expect(await vault.erasures.scrub()).toBe(true);
    expect(bytesIn(folder).includes(wrapped)).toBe(false);
    await vault.close();
  });

  test('keeps a destroyed key only as long as a reader holds the write-ahead log, and no write waits for that', async () => {
    const folder = newFolder();
    const path = join(folder, 'vault.db');
    const vault = await openSqliteVault({ path, masterKey });
    await vault.keys.ensure(['patient-1']);
    const { default: Database } = await import('better-sqlite3');
    const backup = new Database(path, { readonly: true });
    backup.exec('BEGIN');
    const wrapped = backup.prepare<[], Buffer>('SELECT wrapped FROM personalKey').pluck().get();
    if (!wrapped) throw new Error('The key was not kept.');

    await vault.keys.destroy('patient-1');
    // Sent together, so that the writes queue behind the attempt in the thread.
    const attempt = vault.erasures.scrub();
    const writes = [
      vault.followers.advance('erasures', null, { position: '1', id: 'e', stream: 's', revision: 0 }),
      vault.keys.ensure(['patient-2']),
    ];
    expect(await attempt).toBe(false);
    await Promise.all(writes);
    expect(bytesIn(folder).includes(wrapped)).toBe(true);
    backup.exec('ROLLBACK');
    backup.close();
    expect(await vault.erasures.scrub()).toBe(true);
    expect(bytesIn(folder).includes(wrapped)).toBe(false);
    await vault.close();
  });

  test('of a build before release 1.0.0 is refused, and of a newer release', async () => {
    const path = join(newFolder(), 'vault.db');
    await (await openSqliteVault({ path, masterKey })).close();
    const { default: Database } = await import('better-sqlite3');
    for (const [format, words] of [
      [0, /^vault\.db was made by a build before release 1\.0\.0/],
      [2, /^vault\.db was made by a newer release/],
    ] as const) {
      const db = new Database(path);
      db.pragma(`user_version = ${format}`);
      db.close();
      await expect(openSqliteVault({ path, masterKey })).rejects.toThrow(words);
    }
  });

  test('keeps the newest 10,000 ends of sessions', async () => {
    const path = join(newFolder(), 'vault.db');
    const vault = await openSqliteVault({ path, masterKey });
    const { cursor } = await vault.sessions.endedSince(null);
    const { default: Database } = await import('better-sqlite3');
    const db = new Database(path);
    db.exec(`INSERT INTO account VALUES ('a1', 'e', 'admin', 'n', 'c1', NULL, NULL, 0, NULL, 0)`);
    db.exec(`
      WITH RECURSIVE place(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM place WHERE value < 10100)
      INSERT INTO session SELECT 's' || value, 'a1', 0, 0, 0 FROM place`);
    db.close();
    await vault.accounts.setPassword('a1', 'other');
    expect((await vault.sessions.endedSince(cursor)).tokenHashes).toHaveLength(10_000);
    await vault.close();
  });

  test('does not open with another MASTER_KEY', async () => {
    const path = join(newFolder(), 'vault.db');
    await (await openSqliteVault({ path, masterKey })).close();
    const otherKey = Buffer.from(masterKey.toReversed());
    await expect(openSqliteVault({ path, masterKey: otherKey })).rejects.toThrow('MASTER_KEY is not the one');
    expect(() => openVaultKeys({ path, masterKey: otherKey })).toThrow('MASTER_KEY is not the one');
  });

  test('that can not be opened says so', async () => {
    await expect(openSqliteVault({ path: join(newFolder(), 'no', 'vault.db'), masterKey })).rejects.toThrow('ENOENT');
  });

  test('answers VaultUnavailable once it is closed', async () => {
    const vault = await openSqliteVault({ path: join(newFolder(), 'vault.db'), masterKey });
    await vault.close();
    await expect(vault.sessions.end('x')).rejects.toThrow(VaultUnavailable);
    await expect(vault.sessions.find('x')).rejects.toThrow(VaultUnavailable);
    await expect(vault.sessions.endedSince(null)).rejects.toThrow(VaultUnavailable);
    await expect(vault.sessions.inForce([])).rejects.toThrow(VaultUnavailable);
    await expect(vault.keys.get(['patient-1'])).rejects.toThrow(VaultUnavailable);
    await expect(vault.outbox.inTrouble()).rejects.toThrow(VaultUnavailable);
  });
});

test('keys alone can be opened for reading, and see what is made and destroyed since', async () => {
  const path = join(newFolder(), 'vault.db');
  const vault = await openSqliteVault({ path, masterKey });
  const reader = openVaultKeys({ path, masterKey });
  expect((await reader.get(['patient-1'])).size).toBe(0);
  const made = await vault.keys.ensure(['patient-1']);
  expect(await reader.get(['patient-1'])).toEqual(made);
  await vault.keys.destroy('patient-1');
  expect((await reader.get(['patient-1'])).get('patient-1')).toBe('destroyed');
  await reader.close();
  await vault.close();
});

test('a wrapped key opens for its own id only', () => {
  const secrets = vaultSecrets(masterKey);
  const key = Buffer.alloc(32, 7);
  const wrapped = secrets.wrap('patient-1', key);
  expect(secrets.unwrap('patient-1', wrapped).equals(key)).toBe(true);
  expect(() => secrets.unwrap('patient-2', wrapped)).toThrow();
});
