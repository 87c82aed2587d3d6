import type { ProjectionDefinition, ViewDefinition } from '../port.ts';

/** A projection's names become names in SQL: they come from its definition alone, and only if they look like this. */
const plainName = /^[A-Za-z][A-Za-z0-9]{0,40}$/;

export function checkedName(name: string): string {
  if (!plainName.test(name)) throw new TypeError(`not a name for a view, an index or a field: ${JSON.stringify(name)}`);
  return name;
}

const builtIn: ReadonlySet<string> = new Set(['key', 'at']);

/** The column of a row's field; the prefix keeps it apart from the columns that every view has. */
export const columnOf = (field: string): string => (builtIn.has(field) ? field : `f_${checkedName(field)}`);

/** The fields that stand in an index, each once; they have a column beside the document. */
export const indexedFields = (view: ViewDefinition): readonly string[] => [
  ...new Set(view.indexes.flatMap((index) => index.fields).filter((field) => !builtIn.has(field))),
];

export const tableOf = (view: string): string => `view_${checkedName(view)}`;

/** What the file must have been made for; another text is another file. */
export const shapeOf = (projection: ProjectionDefinition): string =>
  JSON.stringify({
    layout: 1,
    name: projection.name,
    version: projection.version,
    views: projection.views.map(({ name, indexes }) => ({ name, indexes })),
  });

/** What a view's table needs from its start, and what can come last in a rebuild. */
export interface TableStatements {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/**
 * Indexed fields are real columns, written beside the document, not expressions over it: an expression index parses
 * the document at each write, for every index, also for those that nothing has changed in (measured: a changed row
 * costs 0.7 of it). Indexes that queries use leave gone rows out, so that a count reads the index alone.
 */
export function tableStatements(view: ViewDefinition): TableStatements {
  const table = tableOf(view.name);
  const columns = indexedFields(view).map((field) => `, ${columnOf(field)}`);
  const indexOf = ({ name, fields, neededByFold }: ViewDefinition['indexes'][number]) => {
    const on = [...fields.map(columnOf), 'key'].join(', ');
    const where = neededByFold ? '' : ' WHERE gone = 0';
    return `CREATE INDEX IF NOT EXISTS ${table}__${checkedName(name)} ON ${table} (${on})${where}`;
  };
  return {
    first: [
      `CREATE TABLE ${table} (key TEXT NOT NULL UNIQUE, at TEXT NOT NULL, gone INTEGER NOT NULL${columns.join('')}, doc TEXT NOT NULL)`,
      ...view.indexes.filter((index) => index.neededByFold).map(indexOf),
    ],
    last: [
      `CREATE INDEX IF NOT EXISTS ${table}__at ON ${table} (at)`,
      ...view.indexes.filter((index) => !index.neededByFold).map(indexOf),
    ],
  };
}
