import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where `npm test` looks for it at its end; Jest runs at the root of the project. */
const folder = join(process.cwd(), 'test-results');

/**
 * Says by name which server answered the tests that need one: `npm test` prints each such line once, before its last.
 * For example `MongoDB: TEST_MONGODB_URL`.
 */
export function sayServer(line: string): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, 'servers.txt'), `${line}\n`);
}
