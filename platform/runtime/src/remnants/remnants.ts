import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../worker/module-beside.ts';

/** The exit code of the process if readers or writers were in its way. */
export const busyCode = 3;

/**
 * Overwrites what is left of deleted rows in the unused space of a database's pages. `secure_delete` clears a row when
 * it is deleted, but not the copy that stays in a page whose row was moved when the page was split.
 *
 * In a process of its own: closing a file descriptor drops all locks that a process holds on the file, SQLite's too.
 * @returns false if readers or writers were in the way
 */
export function clearRemnants(path: string): Promise<boolean> {
  const child = fork(fileURLToPath(moduleBeside('process', import.meta.url)), [path], {
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0 || code === busyCode) resolve(code === 0);
      else reject(new Error(`Remnants in ${path} could not be cleared: exit code ${code}`));
    });
  });
}
