// npm run lint: fails where matching a regular expression may take more than linear time. Literals are read from all
// sources; patterns built by the product are captured while its modules load, and must be built then.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import { root } from './build.mjs';
import { sources } from './import-rules.mjs';

const isTest = /\.(test|spec|fixture)\.tsx?$/;
/** What only tests run isn't loaded. */
const isOfTests = /\/testing\/|^(acceptance|bench|e2e|platform\/test-servers)\//;

/** Why a pattern isn't linear; null if it is. */
export function faultOfPattern(source, flags) {
  const [report] = analyse({ source, flags }, { reportTypes: { Move: true }, assumeRejectingSuffix: false }).reports;
  if (!report) return null;
  return report.exponential
    ? 'takes exponential time'
    : report.type === 'Move'
      ? 'begins anew within a run'
      : 'divides a run in several ways';
}

/** The literals of a source, and how many patterns it builds. */
export function patternsOf(path, source) {
  const found = { literals: [], made: 0 };
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'RegExpLiteral') found.literals.push(node);
    if (/^(New|Call)Expression$/.test(node.type) && node.callee.value === 'RegExp') found.made += 1;
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' }).body);
  return found;
}

/** The patterns that modules build while they are loaded. */
async function madeBy(paths) {
  const made = [];
  const Plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Plain, {
    construct(target, [source, flags], newTarget) {
      made.push({ source: String(source), flags: flags ?? '', by: new Error().stack ?? '' });
      return Reflect.construct(target, [source, flags], newTarget);
    },
  });
  try {
    for (const path of paths) await import(pathToFileURL(join(root, path)).href);
  } finally {
    globalThis.RegExp = Plain;
  }
  return (path) => made.filter(({ by }) => by.includes(path));
}

/** The faults of all sources except tests, one line each. */
async function faults() {
  const judged = sources().filter((path) => !isTest.test(path));
  const read = judged.map((path) => ({ path, ...patternsOf(path, readFileSync(join(root, path), 'utf8')) }));
  const composing = read.filter(({ path, made }) => made > 0 && !isOfTests.test(path));
  const madeIn = await madeBy(composing.map(({ path }) => path));
  const found = [];
  const judge = (path, source, flags) => {
    const fault = faultOfPattern(source, flags);
    if (fault) found.push(`${path}: /${source}/${flags} ${fault}`);
  };
  for (const { path, literals } of read) for (const { pattern, flags } of literals) judge(path, pattern, flags);
  for (const { path, made } of composing) {
    const seen = madeIn(path);
    if (seen.length < made) found.push(`${path}: a pattern is put together later than the module is loaded`);
    for (const { source, flags } of seen) judge(path, source, flags);
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = await faults();
  for (const fault of found) console.error(fault);
  process.exitCode = found.length === 0 ? 0 : 1;
}
