import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { demandBlobName } from './blob-name.ts';
import type { Blobs } from './port.ts';

/** Blobs as files in a folder (DATA_DIR/blobs), created if missing, readable by its owner only. */
export function openFileBlobs(folder: string): Blobs {
  const pathOf = (name: string): string => {
    demandBlobName(name);
    return join(folder, name);
  };
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written beside and renamed, so that nobody reads a partial file.
      const temporary = `${path}.${newUlid({ now: Date.now })}.part`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      await syncFolder(folder);
    },
    async get(name) {
      return orMissing(readFile(pathOf(name)));
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async olderThan(instant, prefix) {
      demandBlobName(prefix);
      const found: string[] = [];
      for (const name of (await orMissing(readdir(folder))) ?? []) {
        if (!name.startsWith(prefix) || name.includes('.')) continue;
        const file = await orMissing(stat(join(folder, name)));
        if (file && file.mtimeMs < instant) found.push(name);
      }
      return found;
    },
  };
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

async function orMissing<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** A rename is durable only once the folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const entries = await open(folder, 'r');
  try {
    await entries.sync();
  } finally {
    await entries.close();
  }
}
