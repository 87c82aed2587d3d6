import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { NotMeasured } from './goals.ts';
import type { Spread } from './statistics.ts';

/** A figure with its goal (quality, "Fast"). */
export interface GoalFigure extends Spread {
  readonly goal: string;
  readonly what: string;
  readonly must: number;
  /** Whether `must` is the minimum or the maximum. */
  readonly bound: 'atLeast' | 'atMost';
}

/** A figure without a goal. */
export interface PlainFigure extends Spread {
  readonly what: string;
  readonly unit: string;
}

export interface Figures {
  readonly goals: readonly GoalFigure[];
  readonly plain: readonly PlainFigure[];
}

export interface Report extends Figures {
  /** The disk probe's medians, one per round, in ms. */
  readonly disk: readonly number[];
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly machine: {
    readonly cores: number;
    readonly node: string;
    /** Where server and load ran. */
    readonly cpus: string;
  };
  readonly quick: boolean;
  /** Goals of this run without a figure; they don't fail the run. */
  readonly notMeasured: readonly NotMeasured[];
}

export type Verdict = 'PASS' | 'FAIL' | 'UNSTABLE';

/** "when the disk probe's best and worst round differ more than 5×, it says unstable and never PASS" (quality) */
const steadyWithin = 5;
export const diskFactor = (disk: readonly number[]): number => Math.max(...disk) / Math.min(...disk);

export function verdictOf({ value, must, bound }: GoalFigure, disk: readonly number[]): Verdict {
  if (diskFactor(disk) > steadyWithin) return 'UNSTABLE';
  const reaches = bound === 'atLeast' ? value >= must : value <= must;
  return reaches ? 'PASS' : 'FAIL';
}

const short = (figure: number): string => {
  if (!Number.isFinite(figure)) return '-';
  if (figure >= 100) return figure.toFixed(0);
  return figure.toFixed(figure < 10 ? 2 : 1);
};
const spread = ({ value, min, max }: Spread): string => `${short(value)} (${short(min)}–${short(max)})`;

/** The guards (G) by number, then the goals that people feel (P). */
const numberOf = (line: string): number => Number(/^\w(\d+)/.exec(line)?.[1]) + (line.startsWith('P') ? 100 : 0);

/** One line per goal by number, then the figures without goals and the disk. */
export function linesOf(report: Report): string[] {
  const goals = report.goals.map((figure) => {
    const { goal, what, must, bound } = figure;
    const sign = bound === 'atLeast' ? '≥' : '≤';
    const limit = `must ${sign} ${must}`;
    return `${goal.padEnd(4)}${what.padEnd(58)}${spread(figure).padEnd(22)}${limit.padEnd(16)}${verdictOf(figure, report.disk)}`;
  });
  const missing = report.notMeasured.map(({ goal, what }) => `${goal.padEnd(4)}${what.padEnd(96)}NOT MEASURED`);
  const inOrder = [...goals, ...missing].sort((a, b) => numberOf(a) - numberOf(b));
  const plain = report.plain.map((figure) => `    ${figure.what.padEnd(58)}${spread(figure)} ${figure.unit}`);
  const disk = spread({ value: NaN, min: Math.min(...report.disk), max: Math.max(...report.disk) });
  const factor = `${diskFactor(report.disk).toFixed(1)}× between the best and the worst round`;
  return [
    ...inOrder,
    ...plain,
    `    disk: one sync, medians of rounds ${disk} ms, ${factor}`,
    `    ${report.machine.cores} cores, Node ${report.machine.node}: ${report.machine.cpus}`,
  ];
}

export function writeReport(path: string, report: Report): void {
  const goals = report.goals.map((figure) => ({ ...figure, verdict: verdictOf(figure, report.disk) }));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ ...report, goals }, null, 2)}\n`);
}

/** 0 if every goal holds, 1 if one fails, 2 if the run is unstable and must be repeated. */
export function exitCodeOf(report: Report): 0 | 1 | 2 {
  const verdicts = report.goals.map((figure) => verdictOf(figure, report.disk));
  if (verdicts.includes('UNSTABLE')) return 2;
  return verdicts.includes('FAIL') ? 1 : 0;
}
