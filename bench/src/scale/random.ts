/** The same numbers for the same seed on every machine: a 32-bit generator (mulberry32). */
export function seeded(seed: number) {
  let state = seed >>> 0;
  /** From 0 up to, not including, 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (end: number): number => Math.floor(next() * end),
    /** The time to the next of independent events, at a rate per unit of time. */
    gap: (rate: number): number => -Math.log(1 - next()) / rate,
  };
}
