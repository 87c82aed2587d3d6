import { builtIn, checkedName, indexColumns, indexedFields } from '../names.ts';
import type { ViewDefinition } from '../port.ts';

/** The column of a row's field, prefixed to keep it apart from built-in columns. */
export const columnOf = (field: string): string => (builtIn.has(field) ? field : `f_${checkedName(field)}`);

export const tableOf = (view: string): string => `view_${checkedName(view)}`;

/** The index of a view's searched fields by trigrams and of its people by keys, an FTS5 table. */
export const trigramTableOf = (view: string): string => `${tableOf(view)}__letters`;

/** The parts that a view's table needs from the start, and those that a rebuild can create last. */
export interface TableStatements {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/**
 * Indexed fields are real columns beside the document, not expressions: an expression index parses the document on each
 * write for every index, even if unchanged (measured: real columns cost 0.7 of it). Query indexes exclude gone rows;
 * fold indexes mark them, so that a count reads the index alone. The trigram index holds no text, and deleted words are
 * overwritten.
 */
export function tableStatements(view: ViewDefinition): TableStatements {
  const table = tableOf(view.name);
  const columns = indexedFields(view).map((field) => `, ${columnOf(field)}`);
  const indexOf = ({ name, fields, neededByFold }: ViewDefinition['indexes'][number]) => {
    const keyColumns = [...indexColumns(fields).map(columnOf), ...(neededByFold ? ['gone'] : [])];
    const where = neededByFold ? '' : ' WHERE gone = 0';
    return `CREATE INDEX IF NOT EXISTS ${table}__${checkedName(name)} ON ${table} (${keyColumns.join(', ')})${where}`;
  };
  const trigrams = trigramTableOf(view.name);
  const trigramStatements = [
    `CREATE VIRTUAL TABLE ${trigrams} USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii')`,
    `INSERT INTO ${trigrams} (${trigrams}, rank) VALUES ('secure-delete', 1)`,
  ];
  return {
    first: [
      `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, at TEXT NOT NULL, gone INTEGER NOT NULL${columns.join('')}, doc TEXT NOT NULL)`,
      ...view.indexes.filter((index) => index.neededByFold).map(indexOf),
      ...(view.searched || view.people ? trigramStatements : []),
    ],
    last: [
      `CREATE INDEX IF NOT EXISTS ${table}__at ON ${table} (at)`,
      ...view.indexes.filter((index) => !index.neededByFold).map(indexOf),
    ],
  };
}
