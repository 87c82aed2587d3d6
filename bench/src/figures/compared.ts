import type { GoalFigure, PlainFigure } from '../report.ts';
import { median, percentile, type Spread, spreadOf } from '../statistics.ts';

/** Latencies of one round, in ms: the product's and the yardstick's, measured alternately. */
export interface LatencyRound {
  readonly product: readonly number[];
  readonly yardstick: readonly number[];
}

const p99 = (samples: readonly number[]): number => percentile(samples, 0.99);

/**
 * The product's excess over the yardstick: p50 per round, and the p99 of all samples, since a round has too few for
 * one.
 */
export function comparedLatency(rounds: readonly LatencyRound[]): { readonly p50: Spread; readonly p99: Spread } {
  const all = (side: keyof LatencyRound) => rounds.flatMap((round) => round[side]);
  const p99OfRounds = spreadOf(rounds.map(({ product, yardstick }) => p99(product) / p99(yardstick)));
  return {
    p50: spreadOf(rounds.map(({ product, yardstick }) => median(product) / median(yardstick))),
    p99: { ...p99OfRounds, value: p99(all('product')) / p99(all('yardstick')) },
  };
}

export function latencyGoals(
  rounds: readonly LatencyRound[],
  { goal, what }: { readonly goal: string; readonly what: string },
  measured: {
    readonly p50: number;
    readonly p99: number;
  },
): GoalFigure[] {
  const compared = comparedLatency(rounds);
  return (['p50', 'p99'] as const).map((share) => ({
    goal,
    what: `${what}, ${share}`,
    ...compared[share],
    must: measured[share],
    bound: 'atMost',
  }));
}

/** The product's own p50 and p99 in ms, next to the yardstick's. */
export function plainLatency(rounds: readonly LatencyRound[], what: string): PlainFigure[] {
  return [
    { what: `${what}, p50`, unit: 'ms', ...spreadOf(rounds.map(({ product }) => median(product))) },
    {
      what: `${what}, p99`,
      unit: 'ms',
      ...spreadOf(rounds.map(({ product }) => p99(product))),
      value: p99(rounds.flatMap(({ product }) => product)),
    },
    { what: `${what}, the yardstick's p50`, unit: 'ms', ...spreadOf(rounds.map(({ yardstick }) => median(yardstick))) },
  ];
}
