import { appendFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Read by `npm test` at its end; Jest runs at the project root. */
const folder = join(process.cwd(), 'test-results');

/** The running suite; the stories have no name here. */
function suite(): string {
  const path = typeof expect === 'undefined' ? undefined : expect.getState().testPath;
  return path === undefined ? 'stories' : basename(path).replace(/\.test\.tsx?$/, '');
}

/**
 * Reports which server ran a suite: `npm test` prints each server with its suites at its end. For example `MongoDB:
 * TEST_MONGODB_URL`.
 */
export function reportServer(server: string): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, 'servers.txt'), `${JSON.stringify({ server, suite: suite() })}\n`);
}
