import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventLogDamaged } from '@dayline/event-log/port';
import { newEvents } from '@dayline/event-log/testing/contract-fixtures';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { VaultExchanged } from '@dayline/runtime/unavailable';
import type { Vault } from '@dayline/vault/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { visits } from '@dayline/view-store/testing/contract-rows';
import Database from 'better-sqlite3';
import { Damage, watchedStores } from './damage.ts';
import type { Stores } from './open.ts';

let folder: string;
let fault: Error | null;
const lines: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-damage-'));
  fault = null;
  lines.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const failing = async () => {
  if (fault) throw fault;
  return null;
};

function watched() {
  const stores = {
    log: { ...openMemoryEventLog(), readStream: async () => ((await failing()) ?? []) as never[] },
    // Cast is safe: the test makes no other calls.
    vault: { accounts: { byId: failing, setPassword: failing } } as unknown as Vault,
    views: openSqliteViewStore({ directory: folder }),
  } as unknown as Stores;
  const damage = new Damage({ error: (_: unknown, line?: string) => void lines.push(line ?? '') } as never);
  return { stores: watchedStores(stores, damage), damage };
}

test('a damaged table of the views is named with file and view, once, and answered as unavailable', async () => {
  const { stores, damage } = watched();
  const store = await stores.views.open(visits, 'read');
  expect(await damage.problems()).toEqual([]);
  const prepare = import.meta.jest.spyOn(Database.prototype, 'prepare').mockImplementation(() => {
    throw new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
  });
  for (const _ of [1, 2]) {
    await expect(store.query({ view: 'visits', where: {} })).rejects.toMatchObject({ name: 'ViewStoreUnavailable' });
  }
  const problem = `the views visits@${visits.version} are damaged (visits)`;
  expect(await damage.problems()).toEqual([expect.stringContaining(problem)]);
  expect(lines).toEqual([expect.stringContaining(problem)]);
  prepare.mockRestore();
  await stores.views.close();
});

test('damage of the log and the vault stands until the same read succeeds; a write is not made again', async () => {
  const { stores, damage } = watched();
  fault = new EventLogDamaged('the event at position 7 is not as it was appended');
  await expect(stores.log.readStream('doctor-1')).rejects.toBe(fault);
  fault = new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
  await expect(stores.vault.accounts.byId('a')).rejects.toMatchObject({ name: 'VaultUnavailable' });
  await expect(stores.vault.accounts.setPassword('a', 'b')).rejects.toMatchObject({ name: 'VaultUnavailable' });
  expect(await damage.problems()).toEqual([
    expect.stringContaining('the event at position 7'),
    expect.stringContaining('the vault is damaged (accounts.byId)'),
    expect.stringContaining('the vault is damaged (accounts.setPassword)'),
  ]);
  fault = new VaultExchanged('exchanged');
  await expect(stores.vault.accounts.setPassword('a', 'b')).rejects.toBe(fault);
  expect(await damage.problems()).toContain('vault.db was exchanged for another file: restart the product');
  fault = null;
  expect(await damage.problems()).toEqual([expect.stringContaining('accounts.setPassword')]);
});

test('nothing is written to a file that a check found damaged, and only events are still read', async () => {
  const { stores, damage } = watched();
  const store = await stores.views.open(visits, 'write');
  damage.checked(`visits@${visits.version}`, { sentence: 'visits.db is damaged', isReadable: false });
  damage.checked('log', { sentence: 'events.db is damaged', isReadable: true });
  const away = { name: 'ViewStoreUnavailable' };
  await expect(store.query({ view: 'visits', where: {} })).rejects.toMatchObject(away);
  await expect(store.load('visits', ['a'])).rejects.toMatchObject(away);
  await expect((async () => void (await store.scan('visits')[Symbol.asyncIterator]().next()))()).rejects.toMatchObject(
    away,
  );
  expect(await store.checkpoint()).toBeNull();
  const { head, readAll, readStream } = stores.log;
  const length = await head();
  await expect(stores.log.append('doctor-1', 'noStream', newEvents(1))).rejects.toThrow('events.db is damaged');
  expect([await head(), await readAll(stores.log.start, 1), await readStream('doctor-1')]).toEqual([length, [], []]);
  expect(await damage.problems()).toEqual(['visits.db is damaged', 'events.db is damaged']);
  damage.checked('log', { sentence: 'events.db is damaged', isReadable: false });
  await expect(readStream('doctor-1')).rejects.toThrow('events.db is damaged');
  damage.checked('log', null);
  await stores.log.append('doctor-1', 'noStream', newEvents(1));
  await stores.views.close();
});
