import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file's bytes; empty if the running product has removed it since it was listed, such as a journal. */
export function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (existsSync(path)) throw error;
    return Buffer.alloc(0);
  }
}

/** The paths of all files in a folder, recursively. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
