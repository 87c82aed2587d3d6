import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newUlid } from '@dayline/runtime/ids/ulid';
import { demandBlobName } from './blob-name.ts';
import { type Blobs, BlobsUnavailable } from './port.ts';

/** Blobs as files in a folder (DATA_DIR/blobs), created if missing, readable by its owner only. */
export function openFileBlobs(folder: string): Blobs {
  const pathOf = (name: string): string => {
    demandBlobName(name);
    return join(folder, name);
  };
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      // Written to a temporary file and renamed, so that nobody reads a partial file.
      const temporary = `${path}.${newUlid({ now: Date.now })}.part`;
      await reach(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write(temporary, bytes);
        await rename(temporary, path);
        await syncFolder(folder);
      });
    },
    async get(name) {
      const path = pathOf(name);
      return reach(() => nullIfMissing(readFile(path)));
    },
    async remove(name) {
      const path = pathOf(name);
      await reach(() => rm(path, { force: true }));
    },
    async olderThan(instant, prefix) {
      demandBlobName(prefix);
      return reach(async () => {
        const found: string[] = [];
        for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
          if (!name.startsWith(prefix) || name.includes('.')) continue;
          const file = await nullIfMissing(stat(join(folder, name)));
          if (file && file.mtimeMs < instant) found.push(name);
        }
        return found;
      });
    },
  };
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    // A full disk leaves no partial file.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** A disk that is full, read-only or broken is an outage. */
async function reach<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    throw new BlobsUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

async function nullIfMissing<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
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
