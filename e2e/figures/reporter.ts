import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { browserType, type Figure, figureType } from './figure.ts';

const folder = fileURLToPath(new URL('../../test-results', import.meta.url));

/** Writes the figures of a run as Markdown and JSON, also those of tests that failed, and prints the tables. */
export default class FiguresReporter implements Reporter {
  readonly #figures: Figure[] = [];
  readonly #began = new Date();
  readonly #loadBefore = loadavg()[0] ?? 0;
  #browser = '';

  onTestEnd(_test: TestCase, { annotations }: TestResult): void {
    for (const { type, description = '' } of annotations) {
      // Cast is safe: `note` wrote it.
      if (type === figureType) this.#figures.push(JSON.parse(description) as Figure);
      if (type === browserType) this.#browser = description;
    }
  }

  onEnd(): void {
    const [processor] = cpus();
    const taken = {
      command: 'npm run figures',
      at: this.#began.toISOString(),
      machine: `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}`,
      node: process.version,
      browser: this.#browser,
      /** The load average of the minute before the run; more than 0.5 means that something else was running. */
      loadBefore: Number(this.#loadBefore.toFixed(1)),
    };
    const tables = [...new Set(this.#figures.map(({ table }) => table))].map((table) =>
      tableOf(
        table,
        this.#figures.filter((figure) => figure.table === table),
      ),
    );
    const facts = `Taken by \`${taken.command}\` at ${taken.at} on ${taken.machine}, Node ${taken.node}, ${taken.browser}, load ${taken.loadBefore} before it began.`;
    const text = [facts, ...tables].join('\n\n');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'figures.md'), `# Figures of the pages\n\n${text}\n`);
    writeFileSync(
      join(folder, 'figures.json'),
      `${JSON.stringify({ ...taken, figures: this.#figures }, undefined, 2)}\n`,
    );
    process.stdout.write(`\n${text}\n\nWritten to test-results/figures.md and figures.json.\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function tableOf(name: string, figures: readonly Figure[]): string {
  const columns = [...new Set(figures.flatMap(({ values }) => Object.keys(values)))];
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [
    row([name, ...columns]),
    row(['---', ...columns.map(() => '---:')]),
    ...figures.map(({ of, values }) => row([of, ...columns.map((column) => values[column] ?? '')])),
  ].join('\n');
}
