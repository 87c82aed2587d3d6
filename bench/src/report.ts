import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Spread } from './statistics.ts';

/** A figure with what is wanted of it (quality, "Fast"). */
export interface GoalFigure extends Spread {
  readonly goal: string;
  readonly what: string;
  readonly must: number;
  readonly stretch: number;
  /** Whether more is better. */
  readonly wanted: 'atLeast' | 'atMost';
  /** What a product without any cost of its own would come to in this run; where even that misses `must`, nothing can be told. */
  readonly atBest?: number;
}

/** A figure by itself: what this machine did, with nothing asked of it. */
export interface PlainFigure extends Spread {
  readonly what: string;
  readonly unit: string;
}

export interface Figures {
  readonly goals: readonly GoalFigure[];
  readonly plain: readonly PlainFigure[];
}

export interface Report extends Figures {
  /** The disk probe's medians, one a round, in ms. */
  readonly disk: readonly number[];
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly machine: {
    readonly cores: number;
    readonly node: string;
    readonly pinned: boolean;
    readonly keptAwake: boolean;
  };
  readonly quick: boolean;
}

/** `MOOT`: on this machine the limit can't be reached by anything. */
export type Verdict = 'PASS' | 'FAIL' | 'UNSTABLE' | 'MOOT';

/** "when the disk probe's best and worst round differ more than 5×, it says unstable and never PASS" (quality) */
const steadyWithin = 5;
export const diskFactor = (disk: readonly number[]): number => Math.max(...disk) / Math.min(...disk);

export function verdictOf({ value, must, wanted, atBest }: GoalFigure, disk: readonly number[]): Verdict {
  if (diskFactor(disk) > steadyWithin) return 'UNSTABLE';
  const reaches = (figure: number) => (wanted === 'atLeast' ? figure >= must : figure <= must);
  if (reaches(value)) return 'PASS';
  return atBest === undefined || reaches(atBest) ? 'FAIL' : 'MOOT';
}

const short = (figure: number): string => {
  if (!Number.isFinite(figure)) return '-';
  if (figure >= 100) return figure.toFixed(0);
  return figure.toFixed(figure < 10 ? 2 : 1);
};
const spread = ({ value, min, max }: Spread): string => `${short(value)} (${short(min)}–${short(max)})`;

/** A line a goal, then the plain figures and the disk. */
export function linesOf(report: Report): string[] {
  const goals = report.goals.map((figure) => {
    const { goal, what, must, stretch, wanted } = figure;
    const sign = wanted === 'atLeast' ? '≥' : '≤';
    const asked = `must ${sign} ${must}  stretch ${sign} ${stretch}`;
    return `${goal.padEnd(4)}${what.padEnd(58)}${spread(figure).padEnd(22)}${asked.padEnd(32)}${verdictOf(figure, report.disk)}`;
  });
  const plain = report.plain.map((figure) => `    ${figure.what.padEnd(58)}${spread(figure)} ${figure.unit}`);
  const disk = spread({ value: NaN, min: Math.min(...report.disk), max: Math.max(...report.disk) });
  const factor = `${diskFactor(report.disk).toFixed(1)}× between the best and the worst round`;
  return [...goals, ...plain, `    disk: one sync, medians of rounds ${disk} ms, ${factor}`];
}

export function writeReport(path: string, report: Report): void {
  const goals = report.goals.map((figure) => ({ ...figure, verdict: verdictOf(figure, report.disk) }));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ ...report, goals }, null, 2)}\n`);
}

/** 0 when every goal holds, 1 when one fails, 2 when the run proves nothing and is to be repeated. */
export function exitCodeOf(report: Report): 0 | 1 | 2 {
  const verdicts = report.goals.map((figure) => verdictOf(figure, report.disk));
  if (verdicts.includes('UNSTABLE')) return 2;
  return verdicts.includes('FAIL') ? 1 : 0;
}
