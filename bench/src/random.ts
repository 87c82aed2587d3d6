/** Reproducible numbers (mulberry32): the same for the same seed on every machine. */
export interface Random {
  /** 0 ≤ n < 1. */
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (list) => {
      const item = list[below(list.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from.');
      return item;
    },
    chance: (probability) => next() < probability,
  };
}
