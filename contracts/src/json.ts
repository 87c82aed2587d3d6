/** What JSON can hold. Events, view rows and replies are made of nothing else. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

const knownKeys = new Map<string, string>();

/** A key as JSON. There are few, and they come again and again. */
function keyText(key: string): string {
  const known = knownKeys.get(key);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(key)}:`;
  // Some keys are ids; those must not pile up.
  if (knownKeys.size < 1_000) knownKeys.set(key, text);
  return text;
}

/** Printable ASCII without quote and backslash: JSON writes it as it is. */
const needsNoEscape = /^[ !#-[\]-~]*$/;

/** JSON with its keys sorted, so that equal values have equal text: what hashes and comparisons are taken of. */
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
