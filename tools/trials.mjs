// npm run trials [path …]: runs the suites that have a larger number of cases for trials, with that number.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, install, root } from './build.mjs';

await install(buildAll);
const wanted = process.argv.slice(2);
const suites = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && readFileSync(join(root, path), 'utf8').includes('testing/trials'))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)));
if (suites.length === 0) {
  console.error(`No suite with trials matches ${wanted.join(', ') || 'anything'}.`);
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--verbose',
    '--runInBand',
    '--testTimeout=3600000',
    '--runTestsByPath',
    ...suites,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TRIALS: '1' } },
);
process.exitCode = status ?? 1;
