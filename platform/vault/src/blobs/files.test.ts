import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeBlobs } from '../testing/blobs-contract.ts';
import { memoryBlobs } from '../testing/memory-blobs.ts';
import { openFileBlobs } from './files.ts';
import { BlobsUnavailable } from './port.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-blobs-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describeBlobs('blobs as files', async () => {
  const folder = join(newFolder(), 'blobs');
  return {
    open: async () => openFileBlobs(folder),
    clear: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

describeBlobs('blobs in memory', async () => {
  const blobs = memoryBlobs();
  return { open: async () => blobs, clear: async () => undefined };
});

test('files belong to their owner alone, and nothing is left beside them', async () => {
  const folder = join(newFolder(), 'blobs');
  await openFileBlobs(folder).put('doctor_1', Buffer.from('photo'));
  expect(readdirSync(folder)).toEqual(['doctor_1']);
  for (const path of [folder, join(folder, 'doctor_1')]) expect(statSync(path).mode & 0o077).toBe(0);
});

test('a folder that can’t be written is an outage, and leaves nothing', async () => {
  const folder = newFolder();
  const blobs = openFileBlobs(join(folder, 'blobs'));
  // The write fails, as on a full disk: there is a file in place of the folder.
  writeFileSync(join(folder, 'blobs'), '');
  await expect(blobs.put('doctor_1', Buffer.from('photo'))).rejects.toThrow(BlobsUnavailable);
  await expect(blobs.get('doctor_1')).rejects.toThrow(BlobsUnavailable);
  expect(readdirSync(folder)).toEqual(['blobs']);
});
