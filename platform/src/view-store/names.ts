import type { ViewDefinition } from './port.ts';

/** A projection's names become names in the store: they come from its definition alone, and only if they look like this. */
const plainName = /^[A-Za-z][A-Za-z0-9]{0,40}$/;

/** @throws TypeError */
export function checkedName(name: string): string {
  if (!plainName.test(name)) throw new TypeError(`not a name for a view, an index or a field: ${JSON.stringify(name)}`);
  return name;
}

/** Fields that every row has, and that no index names. */
export const builtIn: ReadonlySet<string> = new Set(['key', 'at']);

/** The fields that stand in an index, each once. */
export const indexedFields = (view: ViewDefinition): readonly string[] => [
  ...new Set(view.indexes.flatMap((index) => index.fields).filter((field) => !builtIn.has(field))),
];

/** What an index is over, in its order: the fields, and the key where they name it, else last. */
export const indexColumns = (fields: readonly string[]): readonly string[] =>
  fields.includes('key') ? fields : [...fields, 'key'];

/** The view that is named so. @throws TypeError where there is none */
export function viewNamed(views: readonly ViewDefinition[], name: string): ViewDefinition {
  const view = views.find((each) => each.name === name);
  if (view) return view;
  throw new TypeError(`there is no view ${JSON.stringify(name)}`);
}

/** Says no to fields that a query of the view can't name. */
export function knownFields(view: ViewDefinition): (field: string) => string {
  const known = new Set([...builtIn, ...indexedFields(view)]);
  return (field) => {
    if (known.has(field)) return field;
    throw new TypeError(`no index of ${view.name} holds the field ${JSON.stringify(field)}`);
  };
}

/** Says no to fields that a fold can't find rows by. */
export function foldedFields(view: ViewDefinition): (field: string) => string {
  const known = new Set(view.indexes.filter((index) => index.neededByFold).map((index) => index.fields[0]));
  return (field) => {
    if (known.has(field)) return field;
    throw new TypeError(`no index of ${view.name} for folding finds rows by ${field}`);
  };
}

/** What a generation was made for; another text means other views or indexes. */
export const shapeOf = (projection: { name: string; version: number; views: readonly ViewDefinition[] }): string =>
  JSON.stringify({
    layout: 2,
    name: projection.name,
    version: projection.version,
    views: projection.views.map(({ name, indexes, searched }) => ({ name, indexes, searched })),
  });
