import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { metType } from '../clinic/watch.ts';
import { behindTheGate, type Passage, passages, sectionsOf, watchedSentences } from './items.ts';

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
    const items = [...watchedSentences().map(({ says }) => says), ...Object.keys(passages)];
    const lines = items.map((item) => ({
      item,
      sections: sectionsOf(item),
      metBy: this.#metBy.get(item) ?? inATest(item),
    }));
    const lacking = lines.filter(({ metBy }) => metBy === undefined).map(({ item }) => item);
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
        ...lines.map(({ item, sections, metBy = '**none**' }) => `| ${sections} | ${cell(item)} | ${cell(metBy)} |`),
        '',
      ].join('\n'),
    );
    writeFileSync(join(root, 'test-results', 'specification.json'), JSON.stringify({ items: items.length, lacking }));
    if (!process.env['SPECIFICATION_REPORT']) return undefined;
    process.stdout.write(
      [
        ...lacking.map((item) => `NO STORY: ${item}`),
        `${items.length - lacking.length} of ${items.length} sentences, states and constants were met: test-results/specification.md`,
        '',
      ].join('\n'),
    );
    return lacking.length === 0 ? undefined : { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** The component test for what the identity gate makes unreachable, if it contains the sentence. */
function inATest(item: string): string | undefined {
  const file = behindTheGate[item];
  if (file === undefined) return undefined;
  const said: string = passages[item as Passage] ?? item;
  return readFileSync(join(root, file), 'utf8').includes(said) ? file : undefined;
}
