// node tools/suite-times.mjs: after npm test, shows the processor time of the suites by folder, and names those above
// their budget: a share of all suites' time, which depends neither on the machine nor on what else it does. Fails at twice
// the budget.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

/** In percent of all suites. */
const usualBudget = 1.5;
/** Suites that need more, and why. */
const budgets = {
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

function main() {
  const file = join(root, 'test-results', 'suite-times.txt');
  if (!existsSync(file)) return;
  const times = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  console.log('Processor time of the suites, in seconds:');
  for (const [folder, seconds] of secondsByFolder(times)) console.log(`${seconds.toFixed(0).padStart(6)} ${folder}`);
  for (const { suite, seconds, share, budget } of slowSuites(times)) {
    const time = `${seconds.toFixed(1)} s of processor time`;
    console.log(`SLOW: ${suite} took ${time}, ${share.toFixed(1)} % of all suites; its budget is ${budget} %`);
    if (share > 2 * budget) process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
