/** The entries set last: `least` of them at least, and twice as many at most. */
export interface RecentEntries<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Two generations: letting go of the older one whole costs less than of each oldest entry. */
export function recentEntries<Value>(least: number): RecentEntries<Value> {
  let younger = new Map<string, Value>();
  let older: ReadonlyMap<string, Value> = younger;
  return {
    get: (key) => younger.get(key) ?? older.get(key),
    set(key, value) {
      if (younger.size >= least) {
        older = younger;
        younger = new Map();
      }
      younger.set(key, value);
    },
  };
}
