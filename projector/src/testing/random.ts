/** A repeatable source of random numbers. */
export interface Random {
  /** An integer in [0, limit). */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item | undefined;
  chance(probability: number): boolean;
}

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (items) => items[below(items.length)], chance: (probability) => next() < probability };
}
