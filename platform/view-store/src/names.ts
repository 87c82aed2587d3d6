import type { ViewDefinition } from './port.ts';

/** A projection's names become names in the store; they come from its definition and must match this pattern. */
const plainName = /^[A-Za-z][A-Za-z0-9]{0,40}$/;

/** @throws TypeError */
export function checkedName(name: string): string {
  if (!plainName.test(name)) throw new TypeError(`not a name for a view, an index or a field: ${JSON.stringify(name)}`);
  return name;
}

/** Fields that every row has and no index names. */
export const builtIn: ReadonlySet<string> = new Set(['key', 'at']);

/** The distinct fields of all indexes. */
export const indexedFields = (view: ViewDefinition): readonly string[] => [
  ...new Set(view.indexes.flatMap((index) => index.fields).filter((field) => !builtIn.has(field))),
];

/** The columns of an index in order; `key` is last unless named. */
export const indexColumns = (fields: readonly string[]): readonly string[] =>
  fields.includes('key') ? fields : [...fields, 'key'];

/** The view's `people`. @throws TypeError if it has none */
export function peopleOf({ name, people }: ViewDefinition): NonNullable<ViewDefinition['people']> {
  if (people) return people;
  throw new TypeError(`in ${name} nobody is found by keys`);
}

/** The view of this name. @throws TypeError if there is none */
export function viewNamed(views: readonly ViewDefinition[], name: string): ViewDefinition {
  const view = views.find((view) => view.name === name);
  if (view) return view;
  throw new TypeError(`there is no view ${JSON.stringify(name)}`);
}

/** Returns a check that rejects fields a query can't use. */
export function knownFields(view: ViewDefinition): (field: string) => string {
  const names = new Set([...builtIn, ...indexedFields(view)]);
  return (field) => {
    if (names.has(field)) return field;
    throw new TypeError(`no index of ${view.name} holds the field ${JSON.stringify(field)}`);
  };
}

/** Returns the index for a fold's look-up; rejects fields that no index begins with. */
export function foldedFields(
  view: ViewDefinition,
): (field: string) => { readonly field: string; readonly index: string } {
  const foldIndexes = view.indexes.filter((index) => index.neededByFold);
  return (field) => {
    const index = foldIndexes.find(({ fields }) => fields[0] === field);
    if (index) return { field, index: index.name };
    throw new TypeError(`no index of ${view.name} for folding finds rows by ${field}`);
  };
}

/**
 * Fingerprint of a generation's definition; it changes with its views or indexes.
 * @param layout incremented when an adapter changes how it stores the same definition
 */
export const shapeOf = (
  projection: { name: string; version: number; views: readonly ViewDefinition[] },
  layout: number,
): string =>
  JSON.stringify({
    layout,
    name: projection.name,
    version: projection.version,
    views: projection.views.map(({ name, indexes, searched, people }) => ({ name, indexes, searched, people })),
  });
