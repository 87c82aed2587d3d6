/** A JSON value. Events, view rows and replies consist of these only. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

const knownKeys = new Map<string, string>();

/** A key as JSON, cached: most keys recur. Measured: an event takes 6.9 µs, 10.6 µs without; each check hashes all. */
function keyText(key: string): string {
  const existing = knownKeys.get(key);
  if (existing !== undefined) return existing;
  const text = `${JSON.stringify(key)}:`;
  // Keys that are ids don't recur; the limit keeps them from filling the memory.
  if (knownKeys.size < 1_000) knownKeys.set(key, text);
  return text;
}

/** Printable ASCII without quote and backslash needs no escaping in JSON. */
const needsNoEscape = /^[ !#-[\]-~]*$/;

/** JSON with sorted keys, so that equal values have equal text; input of hashes and comparisons. */
export function canonicalJson(value: Json | undefined): string {
  if (typeof value === 'string') return needsNoEscape.test(value) ? `"${value}"` : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item) || 'null').join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? '';
  const object = value as JsonObject;
  let text = '';
  for (const key of Object.keys(object).sort()) {
    const item = object[key];
    if (item !== undefined) text += `${text === '' ? '' : ','}${keyText(key)}${canonicalJson(item)}`;
  }
  return `{${text}}`;
}
