/** What JSON can hold. Events, view rows and replies are made of nothing else. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

/** JSON with its keys sorted, so that equal values have equal text: what hashes and comparisons are taken of. */
export function canonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item) || 'null').join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? '';
  const object = value as JsonObject;
  const parts: string[] = [];
  for (const key of Object.keys(object).sort()) {
    const item = object[key];
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(item)}`);
  }
  return `{${parts.join(',')}}`;
}
