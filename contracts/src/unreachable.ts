/**
 * The default of an exhaustive switch. A type error if a case is missing; at run time it throws, since data of a newer
 * build can hold a value that this one doesn't know.
 */
export function unreachable(value: never): never {
  throw new TypeError(`unexpected value: ${JSON.stringify(value)}`);
}
