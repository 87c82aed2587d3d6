import { builtIn, checkedName, indexColumns, indexedFields } from '../names.ts';
import type { ViewDefinition } from '../port.ts';

/** The column of a row's field; the prefix keeps it apart from the columns that every view has. */
export const columnOf = (field: string): string => (builtIn.has(field) ? field : `f_${checkedName(field)}`);

export const tableOf = (view: string): string => `view_${checkedName(view)}`;

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
    const on = indexColumns(fields).map(columnOf).join(', ');
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
