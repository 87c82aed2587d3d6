// node tools/file-length.mjs: fails when a source has too many lines. Tests may have more, and so may a table of words
// or examples, which nobody reads from its beginning to its end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';
import { isTest, sources } from './import-rules.mjs';

const maxLines = 300;

export const tables = [
  'contracts/src/errors.ts',
  'contracts/src/words/activity.ts',
  'platform/http/src/api-document/example-requests.ts',
  'web/src/features/import/text.ts',
  'web/src/features/import/text.hi.ts',
  'web/src/shared/sentences/activity-text.hi.ts',
];

/** The sources that the rule applies to. */
export const judged = () => sources().filter((path) => !isTest(path) && !tables.includes(path));

export const linesOf = (path) => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;

/** The files that are too long, one line each. */
export const longFiles = (paths, lengthOf) =>
  paths.flatMap((path) => {
    const lines = lengthOf(path);
    return lines > maxLines ? [`${path} has ${lines} lines, at most ${maxLines}: divide it by meaning`] : [];
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = longFiles(judged(), linesOf);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
