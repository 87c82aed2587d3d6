/**
 * The default of an exhaustive switch. A type error if a case is missing. At run time it throws, since data of a newer
 * build can hold an unknown value. The message names only the kind: an event may hold personal data.
 */
export function unreachable(value: never): never {
  const { type, kind = type }: { readonly type?: unknown; readonly kind?: unknown } = Object(value);
  throw new TypeError(`unexpected: ${typeof value === 'object' ? kind : value}`);
}
