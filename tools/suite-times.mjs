// The processor time of the suites by folder, and those above their budget: a share of all suites' time, which depends
// neither on the machine nor on what else it does. Shown at the end of npm test, and by node tools/suite-times.mjs after it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

/** In percent of all suites. */
const usualBudget = 2.5;
/** Suites that need more, and why. */
const budgets = {
  'acceptance/src/services/services.test.ts': 3.5, // two of each service, and takeovers
  'acceptance/src/start.test.ts': 6, // makes the demo twice
  'acceptance/src/set-back/set-back.test.ts': 4, // starts each program on every folder whose log was set back
};

/**
 * @param {readonly { suite: string, seconds: number }[]} times
 * @param {Record<string, number>} [ownBudgets]
 */
export function slowSuites(times, ownBudgets = budgets) {
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
  return times
    .map((time) => ({ ...time, share: (100 * time.seconds) / total, budget: ownBudgets[time.suite] ?? usualBudget }))
    .filter(({ share, budget }) => share > budget)
    .sort((first, second) => second.share / second.budget - first.share / first.budget);
}

/** @param {readonly { suite: string, seconds: number }[]} times */
export function secondsByFolder(times) {
  const folders = new Map();
  for (const { suite, seconds } of times) {
    const folder = /^(?:platform\/)?[^/]+/.exec(suite)?.[0] ?? '';
    const name = suite.endsWith('.tsx') ? `${folder}, pages` : folder;
    folders.set(name, (folders.get(name) ?? 0) + seconds);
  }
  return [...folders].sort(([, first], [, second]) => second - first);
}

/** Lines about the last run; none if it recorded no times. */
export function suiteTimeLines() {
  const file = join(root, 'test-results', 'suite-times.txt');
  if (!existsSync(file)) return [];
  const times = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const folders = secondsByFolder(times).map(([folder, seconds]) => `${folder} ${seconds.toFixed(0)} s`);
  return [
    `Processor time of the suites: ${folders.join(', ')}`,
    ...slowSuites(times).map(
      ({ suite, seconds, share, budget }) =>
        `SLOW: ${suite} took ${seconds.toFixed(1)} s of processor time, ${share.toFixed(1)} % of all suites; its budget is ${budget} %`,
    ),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const line of suiteTimeLines()) console.log(line);
}
