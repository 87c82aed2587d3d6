/** Maximum body of a call that has no limit of its own, in bytes. */
export const bodyLimit = 16 * 1024;

/** Maximum nesting of objects and arrays in a body. */
export const maxLevels = 32;

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a JSON value is safe to process: at most 32 levels deep, and without keys that could change an object's
 * prototype when merged carelessly. Iterative, since the sender chooses the depth.
 */
export function isPlainJson(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const containers = level.filter((item) => typeof item === 'object' && item !== null);
    if (containers.length > 0 && depth === maxLevels) return false;
    if (containers.some((item) => !Array.isArray(item) && Object.keys(item).some((key) => forbiddenKeys.has(key)))) {
      return false;
    }
    level = containers.flatMap((item) => Object.values(item));
  }
  return true;
}
