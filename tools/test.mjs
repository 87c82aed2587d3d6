// npm test: every test of the project. Installs and builds first; ends with the plain line 'N passed, N failed'.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, install, root } from './build.mjs';
import { suiteTimeLines } from './suite-times.mjs';

await install(buildAll);
const { findChromium } = await import('./chromium.mjs');

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// Its parts share what takes long to make, such as the demo's data.
process.env.TEST_RUN = String(process.pid);
const total = { passed: 0, failed: 0, skipped: 0 };
/** Tests that could not run here, listed at the end with their reasons. */
const unrun = [];

function unit() {
  const report = join(results, 'unit.json');
  spawnSync(
    process.execPath,
    [
      // Workers get them too. Most code of a suite runs too briefly to gain by being optimized, and most objects of a
      // page live longer than the usual space for new ones lasts.
      '--interrupt-budget=500000',
      '--max-semi-space-size=32',
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--outputFile=${report}`,
      // Twice as many as the smallest machine has cores, since many suites wait for processes, outages and timeouts.
      '--maxWorkers=4',
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (!existsSync(report)) {
    total.failed += 1;
    return;
  }
  const found = JSON.parse(readFileSync(report, 'utf8'));
  total.passed += found.numPassedTests;
  total.failed += found.numFailedTests + found.numRuntimeErrorTestSuites;
  for (const suite of found.testResults) {
    for (const test of suite.assertionResults) {
      if (test.status === 'pending') {
        total.skipped += 1;
        unrun.push(test.fullName);
      }
    }
  }
}

/** The titles of the skipped stories, each with its set-up and its reason. */
const skippedStories = (suites = []) =>
  suites.flatMap(({ suites: inner, specs = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(({ projectName, annotations }) => {
          const reason = annotations.find(({ type }) => type === 'skip')?.description;
          return `${projectName}: ${title}${reason ? `: ${reason}` : ''}`;
        }),
    ),
    ...skippedStories(inner),
  ]);

/** Runs and counts the stories of a configuration. */
function stories(config, env = {}) {
  const report = join(results, `${config}.json`);
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--config', `e2e/${config}.config.ts`], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  if (!existsSync(report)) {
    total.failed += 1;
    return;
  }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
  unrun.push(...skippedStories(suites));
  total.passed += stats.expected + stats.flaky;
  total.failed += stats.unexpected;
  total.skipped += stats.skipped;
}

async function storiesInChromium() {
  const chromium = await findChromium();
  if (!chromium) {
    total.skipped += 1;
    unrun.push('all browser stories: no Chromium (set CHROMIUM_PATH)');
    return;
  }
  console.log(`Browser stories run in ${chromium.path} (${chromium.from}).`);
  stories('playwright', { CHROMIUM_PATH: chromium.path });
}

/** The servers that the suites used, each with the names of its suites. */
function servers() {
  const reports = join(results, 'servers.txt');
  if (!existsSync(reports)) return [];
  const suites = new Map();
  for (const line of readFileSync(reports, 'utf8').trim().split('\n')) {
    const { server, suite } = JSON.parse(line);
    suites.set(server, (suites.get(server) ?? new Set()).add(suite));
  }
  return [...suites].map(([server, names]) => `${server}: ${[...names].sort().join(', ')}`).sort();
}

unit();
await storiesInChromium();
stories('browsers');
for (const line of suiteTimeLines()) console.log(line);
for (const server of servers()) console.log(`SERVER: ${server}`);
for (const name of unrun) console.log(`SKIPPED: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
