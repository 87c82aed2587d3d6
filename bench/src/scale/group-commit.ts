import { percentile } from '../statistics.ts';
import { seeded } from './random.ts';

export interface CommitCost {
  /** Fixed cost of a commit, in ms. */
  readonly perBatchMs: number;
  readonly perAppendMs: number;
}

/** Arrival times of independent appends, in ms, at a rate per second. */
export function arrivalsAt(rate: number, appends = 20_000): readonly number[] {
  const random = seeded(7);
  const arrivals: number[] = [];
  for (let at = 0; arrivals.length < appends; ) {
    at += random.gap(rate) * 1_000;
    arrivals.push(at);
  }
  return arrivals;
}

/** Cost of a commit with this many appends, in ms. */
export const costOf =
  ({ perBatchMs, perAppendMs }: CommitCost) =>
  (size: number): number =>
    perBatchMs + perAppendMs * size;

/**
 * One writer that commits whatever has queued since its last commit, without a timer. Waits are from the append's
 * arrival to its commit's end, in ms.
 */
export function groupCommits(arrivals: readonly number[], cost: (size: number) => number) {
  const waits: number[] = [];
  let [done, free, commits, busy] = [0, 0, 0, 0];
  while (done < arrivals.length) {
    const begin = Math.max(free, arrivals[done] ?? 0);
    let end = done;
    while (end < arrivals.length && (arrivals[end] ?? 0) <= begin) end += 1;
    const took = cost(end - done);
    free = begin + took;
    for (; done < end; done += 1) waits.push(free - (arrivals[done] ?? 0));
    commits += 1;
    busy += took;
  }
  return {
    batch: arrivals.length / commits,
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
    busy: busy / free,
  };
}
