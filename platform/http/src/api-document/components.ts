/** A part of a JSON schema. */
export interface Shape {
  readonly [keyword: string]: unknown;
}

const isObject = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
/** The name for elements of a list: "entries" have an "Entry". */
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<=ch|sh|x)es$|(?<=[^s])s$/, '');

/** A list's element is named after the list, an alternative after its parent. */
function nameIn(path: readonly string[]): string {
  const nameParts = path.filter(
    (part) => !/^(?:items|anyOf|oneOf|allOf|prefixItems|\d+|additionalProperties)$/.test(part),
  );
  const last = nameParts.at(-1) ?? '';
  return pascal(path.at(-1) === 'items' || path.includes('items', path.lastIndexOf(last)) ? singular(last) : last);
}

interface Found {
  readonly shape: Shape;
  readonly path: readonly string[];
  readonly owner: string;
  count: number;
}

/**
 * The schemas by name, plus each object that occurs in more than one place: it is named after the first property that
 * has it, prefixed with its owner's name if that name is taken.
 */
export function withSharedShapes(schemas: Readonly<Record<string, Shape>>): Record<string, Shape> {
  const found = new Map<string, Found>();
  const look = (shape: unknown, path: readonly string[], owner: string): void => {
    if (Array.isArray(shape)) {
      for (const [index, part] of shape.entries()) look(part, [...path, String(index)], owner);
      return;
    }
    if (!isObject(shape)) return;
    if (path.length > 0 && isObject(shape['properties'])) {
      const key = JSON.stringify(shape);
      const entry = found.get(key);
      if (entry) entry.count += 1;
      else found.set(key, { shape, path, owner, count: 1 });
    }
    for (const [keyword, part] of Object.entries(shape)) {
      const isNames = keyword === 'properties' && isObject(part);
      if (isNames) for (const [name, property] of Object.entries(part)) look(property, [...path, name], owner);
      else if (keyword !== 'examples') look(part, [...path, keyword], owner);
    }
  };
  for (const [name, schema] of Object.entries(schemas)) look(schema, [], name);

  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const usedNames = new Set(Object.keys(schemas));
  for (const [key, { path, owner, count }] of found) {
    if (count < 2 || names.has(key)) continue;
    const call = owner.replace(/(?:Request|Reply)$/, '');
    const pathNames = path.map((_, index) => nameIn(path.slice(0, index + 1)));
    const whole = [...new Set(pathNames)].join('');
    // The shortest free name.
    const free = [pathNames.at(-1), `${call}${pathNames.at(-1)}`, `${call}${whole}`].find(
      (name) => name && !usedNames.has(name),
    );
    const name = free && free !== call ? free : `${call}Item${usedNames.has(`${call}Item`) ? path.join('') : ''}`;
    usedNames.add(name);
    names.set(key, name);
  }
  const refer = (shape: unknown, isTop = false): unknown => {
    if (Array.isArray(shape)) return shape.map((part) => refer(part));
    if (!isObject(shape)) return shape;
    const name = isTop ? undefined : names.get(JSON.stringify(shape));
    if (name) return { $ref: `#/components/schemas/${name}` };
    return Object.fromEntries(Object.entries(shape).map(([keyword, part]) => [keyword, refer(part)]));
  };
  // Casts are safe: an object at the top level stays an object.
  const sharedSchemas = [...names]
    .filter(([, name]) => !Object.hasOwn(schemas, name))
    .map(([key, name]) => [name, refer(found.get(key)?.shape, true) as Shape] as const);
  const ownSchemas = Object.entries(schemas).map(([name, schema]) => [name, refer(schema, true) as Shape] as const);
  return Object.fromEntries([...ownSchemas, ...sharedSchemas.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
