import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import { anAccount as account } from '../testing/an-account.ts';
import { startWriter, type WriterData } from './writer.ts';

const fingerprint = 'of-a-key';
let folder: string;
const workers: Worker[] = [];
const spawn = (data: WriterData): Worker => {
  const worker = spawnWorker('writer-thread', new URL('./writer.ts', import.meta.url).href, data);
  workers.push(worker);
  return worker;
};
const start = () => startWriter({ path: join(folder, 'vault.db'), fingerprint }, spawn);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dayline-vault-writer-'));
});
afterEach(() => {
  workers.length = 0;
  rmSync(folder, { recursive: true, force: true });
});

const place = { position: '1', id: 'e', stream: 's', revision: 0 };

test('a thread that dies fails its pending write, and the next write starts another on the same file', async () => {
  const writer = await start();
  await writer.write('advanceFollower', 'before', null, place);
  // Not by terminate(), which can abort the process within a statement: a message that it can't read comes just before.
  setImmediate(() => workers[0]?.postMessage('unreadable'));
  const lost = await writer.write('advanceFollower', 'lost', null, place).catch((error: unknown) => error);
  expect(lost).toMatchObject({ name: 'VaultUnavailable', message: expect.stringContaining('writer stopped: ') });

  expect(await writer.write('addAccount', account)).toBe(true);
  expect(await writer.write('openSession', 's1', account, 0)).toBe(true);
  expect(workers).toHaveLength(2);
  await writer.close();
});

test('while the file can not be opened each write fails and says why; the one after it is back goes on', async () => {
  const writer = await start();
  await workers[0]?.terminate();
  const away = `${folder}-away`;
  renameSync(folder, away);
  for (const _ of ['one', 'two']) {
    const refused = { name: 'VaultUnavailable', message: expect.stringContaining('ENOENT') };
    await expect(writer.write('advanceFollower', 'x', null, place)).rejects.toMatchObject(refused);
  }
  renameSync(away, folder);
  expect(await writer.write('addAccount', account)).toBe(true);
  await writer.close();
  await expect(writer.write('advanceFollower', 'x', null, place)).rejects.toThrow('The vault is closed.');
});
