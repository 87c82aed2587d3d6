import { builtIn, checkedName, indexColumns, indexedFields } from '../names.ts';
import type { ViewDefinition } from '../port.ts';

/** The column of a row's field; the prefix keeps it apart from the columns that every view has. */
export const columnOf = (field: string): string => (builtIn.has(field) ? field : `f_${checkedName(field)}`);

export const tableOf = (view: string): string => `view_${checkedName(view)}`;

/** The index of the letters of a view's searched fields: a table of FTS5. */
export const lettersTableOf = (view: string): string => `${tableOf(view)}__letters`;

/** What a view's table needs from its start, and what can come last in a rebuild. */
export interface TableStatements {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/**
 * Indexed fields are real columns, written beside the document, not expressions over it: an expression index parses
 * the document at each write, for every index, also for those that nothing has changed in (measured: a changed row
 * costs 0.7 of it). Indexes that queries use leave gone rows out, those of folds say which are gone, so that a count
 * reads the index alone. An index of letters holds no text, and what is taken out of it is overwritten at once.
 */
export function tableStatements(view: ViewDefinition): TableStatements {
  const table = tableOf(view.name);
  const columns = indexedFields(view).map((field) => `, ${columnOf(field)}`);
  const indexOf = ({ name, fields, neededByFold }: ViewDefinition['indexes'][number]) => {
    const on = [...indexColumns(fields).map(columnOf), ...(neededByFold ? ['gone'] : [])];
    const where = neededByFold ? '' : ' WHERE gone = 0';
    return `CREATE INDEX IF NOT EXISTS ${table}__${checkedName(name)} ON ${table} (${on.join(', ')})${where}`;
  };
  const letters = lettersTableOf(view.name);
  const lettersStatements = [
    `CREATE VIRTUAL TABLE ${letters} USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii')`,
    `INSERT INTO ${letters} (${letters}, rank) VALUES ('secure-delete', 1)`,
  ];
  return {
    first: [
      `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, at TEXT NOT NULL, gone INTEGER NOT NULL${columns.join('')}, doc TEXT NOT NULL)`,
      ...view.indexes.filter((index) => index.neededByFold).map(indexOf),
      ...(view.searched ? lettersStatements : []),
    ],
    last: [
      `CREATE INDEX IF NOT EXISTS ${table}__at ON ${table} (at)`,
      ...view.indexes.filter((index) => !index.neededByFold).map(indexOf),
    ],
  };
}
