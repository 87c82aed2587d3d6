import { execFileSync } from 'node:child_process';

/**
 * The bytes of all files in a folder, one after the other. Another process reads them: closing a file in this one would
 * drop the locks of its SQLite connections, so that `clearRemnants` could remove the write-ahead log under them.
 */
export const bytesIn = (folder: string): Buffer =>
  execFileSync('find', [folder, '-type', 'f', '-exec', 'cat', '{}', '+'], { maxBuffer: 2 ** 30 });
