import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { newUlid } from '../ids/ulid.ts';
import type { Blobs } from './port.ts';

/** Ids joined by underscores: no dot, no slash, so that a name can't leave the folder. */
const ownName = /^[0-9A-Za-z_]{1,80}$/;

/** Blobs as files of a folder (DATA_DIR/blobs), made when it's missing, readable by their owner alone. */
export function openFileBlobs(folder: string): Blobs {
  const pathOf = (name: string): string => {
    if (!ownName.test(name)) throw new Error('This is no name of a blob.');
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
    },
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}
