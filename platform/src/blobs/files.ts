import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newUlid } from '../ids/ulid.ts';
import { demandOwnName } from './own-name.ts';
import type { Blobs } from './port.ts';

/** Blobs as files of a folder (DATA_DIR/blobs), made when it's missing, readable by their owner alone. */
export function openFileBlobs(folder: string): Blobs {
  const pathOf = (name: string): string => {
    demandOwnName(name);
    return join(folder, name);
  };
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written beside and renamed: nobody reads half a file.
      const beside = `${path}.${newUlid({ now: Date.now })}.part`;
      const file = await open(beside, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, path);
      await syncFolder(folder);
    },
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** A renamed file is durable with its folder's entry only. */
async function syncFolder(folder: string): Promise<void> {
  const entries = await open(folder, 'r');
  try {
    await entries.sync();
  } finally {
    await entries.close();
  }
}
