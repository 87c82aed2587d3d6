import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Read by `npm test` at its end; Jest runs at the project root. */
const folder = join(process.cwd(), 'test-results');

/**
 * Reports which server ran the tests: `npm test` prints each distinct line at its end. For example `MongoDB:
 * TEST_MONGODB_URL`.
 */
export function reportServer(line: string): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, 'servers.txt'), `${line}\n`);
}
