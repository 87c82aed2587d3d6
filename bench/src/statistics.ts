/** The quantile of the samples; `share` from 0 to 1. NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** A figure of several rounds. */
export interface Spread {
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/** The median of the rounds, with the lowest and the highest. */
export const spreadOf = (rounds: readonly number[]): Spread => ({
  value: median(rounds),
  min: Math.min(...rounds),
  max: Math.max(...rounds),
});
