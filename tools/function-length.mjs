// node tools/function-length.mjs: fails when a function or method has too many lines, counted from its first to its
// last. Biome's noExcessiveLinesPerFunction leaves out blank lines, JSX and inner functions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { root } from './build.mjs';
import { sources } from './import-rules.mjs';

/** A page's markup and state are one function. */
const maxLinesOf = (path) => (path.endsWith('x') ? 120 : 100);
const isTest = /\.(test|spec)\.tsx?$|^e2e\/stories\//;

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'Constructor',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
]);

/** The name of a node, or of the function it contains. */
function nameOf(node) {
  const id = node.type === 'VariableDeclarator' ? node.id : (node.identifier ?? node.key);
  return id?.type === 'PrivateName' ? `#${id.value}` : id?.value;
}

/** Whether a node is a call of `describe`, `test`, `test.each(…)` and the like. */
function declaresTests({ type, callee }) {
  if (type !== 'CallExpression') return false;
  let called = callee;
  while (called && called.type !== 'Identifier') called = called.callee ?? called.object ?? called.tag;
  return called?.value === 'describe' || called?.value === 'test';
}

/** The functions of one file that are too long, one line each. A function that declares tests (a suite) is exempt. */
export function longFunctions(path, source) {
  // Spans are byte offsets that continue from one parsed file to the next: a semicolon in front marks the start.
  const bytes = Buffer.from(`;${source}`);
  const { body } = parseSync(bytes.toString(), { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' });
  const start = body[0].span.start;
  const linesIn = (from, to) => bytes.toString('utf8', from - start, to - start).split('\n').length;

  const found = [];
  /** Visits a node; returns whether it declares tests outside inner functions. */
  function visit(node, name) {
    if (typeof node !== 'object' || node === null) return false;
    const isFunction = functions.has(node.type);
    const own = nameOf(node) ?? name;
    const inside = isFunction ? `a function in ${own}` : own;
    const isSuite = Object.values(node).reduce((before, child) => visit(child, inside) || before, declaresTests(node));
    if (!isFunction) return isSuite;
    const lines = linesIn(node.span.start, node.span.end);
    const most = maxLinesOf(path);
    if (lines > most && !isSuite) {
      found.push(`${path}:${linesIn(start, node.span.start)}: ${own} has ${lines} lines, at most ${most}`);
    }
    return false;
  }
  visit(body, 'a function');
  return found;
}

const read = (path) => readFileSync(join(root, path), 'utf8');

/** The sources that the rule applies to: all but tests. */
export const judged = () => sources().filter((path) => !isTest.test(path));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = judged().flatMap((path) => longFunctions(path, read(path)));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
