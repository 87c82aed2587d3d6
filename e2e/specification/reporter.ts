import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { metType } from '../clinic/watch.ts';
import { allItems, faults, gatedTests, withoutPage, wordsOf } from './items.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Writes which story covered each sentence, state and constant of the specification, and fails a run with --report if
 * one has none.
 */
export default class SpecificationReporter implements Reporter {
  readonly #metBy = new Map<string, string>();

  onTestEnd(test: TestCase, { status, annotations }: TestResult): void {
    if (status !== 'passed') return;
    const [, , file, ...titles] = test.titlePath();
    for (const { type, description = '' } of annotations) {
      if (type === metType && !this.#metBy.has(description)) {
        this.#metBy.set(description, `${file}: ${titles.join(' › ')}`);
      }
    }
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const items = allItems();
    const lines = items.map(({ says, sections }) => ({
      says,
      sections,
      source: this.#metBy.get(says) ?? inATest(says),
    }));
    const lacking = lines.filter(({ source }) => source === undefined).map(({ says }) => says);
    const wrong = faults();
    const cell = (words: string): string => words.replaceAll('|', '\\|');
    const report = join(root, 'test-results', 'specification.md');
    mkdirSync(dirname(report), { recursive: true });
    writeFileSync(
      report,
      [
        '# What the stories saw of the specification',
        '',
        '| section | sentence, state or constant | met by |',
        '|---|---|---|',
        ...lines.map(({ says, sections, source = '**none**' }) => `| ${sections} | ${cell(says)} | ${cell(source)} |`),
        '',
      ].join('\n'),
    );
    writeFileSync(
      join(root, 'test-results', 'specification.json'),
      JSON.stringify({ items: items.length, lacking, faults: wrong }, null, 2),
    );
    process.stdout.write(
      [
        ...wrong.map((fault) => `FAULT: ${fault}`),
        ...lacking.map((item) => `NO STORY: ${item}`),
        `${items.length - lacking.length} of ${items.length} items were met: test-results/specification.md`,
        '',
      ].join('\n'),
    );
    return lacking.length + wrong.length === 0 ? undefined : { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}

/**
 * The test outside the stories, if its file has one of that title; a component test for what the identity gate makes
 * unreachable must also contain its text.
 */
function inATest(item: string): string | undefined {
  const gated = gatedTests[item];
  const test = gated ?? withoutPage[item];
  const path = test && join(root, test.file);
  if (!(test && path && existsSync(path))) return undefined;
  const source = readFileSync(path, 'utf8');
  const titled = [`test('${test.title}'`, `test("${test.title}"`].some((opening) => source.includes(opening));
  const says = !gated || source.includes(wordsOf(item));
  return titled && says ? `${test.file}: ${test.title}` : undefined;
}
