import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@dayline/runtime/config/config';
import { WrongMasterKey } from '@dayline/runtime/key-ring';
import { discardingNewKey } from './new-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The settings of a start whose vault is elsewhere. */
function settings() {
  const read = readConfig({ DATA_DIR: folder, VIEW_STORE_URL: 'mongodb://127.0.0.1:1/dayline' });
  if (!read.ok) throw new Error(read.problem);
  return read.config;
}
const hasSecrets = (): boolean => existsSync(join(folder, 'secrets.json'));

test('a key that was made for a vault that has another one is removed, and one that was there stays', async () => {
  const wrong = () => Promise.reject(new WrongMasterKey());
  const made = settings();
  expect(hasSecrets()).toBe(true);
  await expect(discardingNewKey(made, wrong())).rejects.toThrow('MASTER_KEY is not the one');
  expect(hasSecrets()).toBe(false);

  settings();
  await expect(discardingNewKey(settings(), wrong())).rejects.toThrow('MASTER_KEY is not the one');
  expect(hasSecrets()).toBe(true);
});

test('it stays where the vault is merely away, which may have taken it', async () => {
  await expect(discardingNewKey(settings(), Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(hasSecrets()).toBe(true);
});
