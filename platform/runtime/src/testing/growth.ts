export interface GrowthOptions {
  /** The lengths compared: three doublings. */
  readonly short?: number;
  readonly maxRounds?: number;
}

/** Three doublings, each of which may triple the time: linear is 8, quadratic 64. */
const maxTimes = 27;

/** The minimum of several measurements, in ms, excludes other load. */
function leastTime(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 7; round += 1) {
    const started = performance.now();
    work();
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

/**
 * Whether the time of some work grows no faster than the length of its input: by the ratio of two lengths, measured
 * again if it is too high, since a busy machine adds noise.
 * @param workOf prepares the work for a length; only the work is measured
 */
export function isLinear(
  workOf: (length: number) => () => unknown,
  { short = 2_000, maxRounds = 6 }: GrowthOptions = {},
): boolean {
  const [little, much] = [workOf(short), workOf(short * 8)];
  for (let round = 0; round < maxRounds; round += 1) {
    const base = leastTime(little);
    if (leastTime(much) / base <= maxTimes) return true;
  }
  return false;
}
