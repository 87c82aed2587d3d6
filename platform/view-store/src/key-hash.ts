/** Mixes a letter into a 32-bit hash. */
export const mixed = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x9e3779b1) ^ (hash >>> 15);

/** The hash of a text, after that of another. */
export function hashed(text: string, before = 0): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1) hash = mixed(hash, text.charCodeAt(at));
  return hash;
}

/**
 * Keys of people of one value of `within`, in 30 bits: an index of them holds no text. Two keys may share a hash, so
 * matches must be compared. Stored in files: another way of making them needs a new `layout`.
 */
export function keyHashes(within: unknown, keys: readonly string[]): readonly number[] {
  const scope = hashed(`people ${within}`);
  return [...new Set(keys.map((key) => hashed(key, scope) >>> 2))];
}
