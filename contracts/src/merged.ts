/** The intersection of a union's members. */
export type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  every: infer Member,
) => void
  ? Member
  : never;

/**
 * The parts as one object.
 * @throws TypeError if two have the same name: one would silently replace the other
 */
export function merged<Part extends object>(parts: readonly Part[]): Intersection<Part> {
  const names = parts.flatMap(Object.keys);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TypeError(`${twice} is defined twice`);
  return Object.assign({}, ...parts);
}
