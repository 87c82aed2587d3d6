/** Mixes a letter into a 32-bit hash. */
export const mix = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x9e3779b1) ^ (hash >>> 15);

/** The hash of a text, continuing from `before`, the hash of an earlier text. */
export function hashed(text: string, before = 0): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

/**
 * Hashes, in 30 bits, of people's keys for one value of `within`: an index of them holds no text. Two keys may share a
 * hash, so matches must be compared. Stored in files: another way of computing them needs a new `layout`.
 */
export function keyHashes(scopeOfKeys: unknown, keys: readonly string[]): readonly number[] {
  const scope = hashed(`people ${scopeOfKeys}`);
  return [...new Set(keys.map((key) => hashed(key, scope) >>> 2))];
}
