import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views';
import type Database from 'better-sqlite3';
import { foldedFields, indexedFields } from '../names.ts';
import type { RowWrite, Scalar, ViewDefinition } from '../port.ts';
import { openLetters } from './letters.ts';
import { columnOf, tableOf } from './shape.ts';
import { type Bound, bound } from './sql.ts';

export interface RowTable {
  get(key: string): ViewRow | null;
  having(field: string, value: Scalar): readonly ViewRow[];
  /** The document written; null where the row's `at` is no longer what was read: nothing is written then. */
  write(write: RowWrite): string | null;
  changed(after: Position, upTo: Position, limit: number): readonly ViewRow[];
  keysAfter(key: string, limit: number): readonly ViewRow[];
  clear(): void;
}

/** A document written by this table comes back as the row that it was. */
export const rowOf = (doc: unknown): ViewRow => JSON.parse(doc as string) as ViewRow;

/** The statements over one view's table, prepared when first used and kept. */
export function openRowTable(database: Database.Database, view: ViewDefinition): RowTable {
  const table = tableOf(view.name);
  const fields = indexedFields(view);
  const folded = foldedFields(view);
  const columns = fields.map(columnOf);
  const statements = new Map<string, Database.Statement<unknown[]>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const made = database.prepare<unknown[]>(sql);
    statements.set(sql, made);
    return made;
  };
  const docs = (sql: string, ...values: readonly Bound[]): ViewRow[] =>
    prepared(sql)
      .pluck()
      .all(...values)
      .map(rowOf);

  const insertSql = `INSERT INTO ${table} (key, at, gone, ${[...columns, 'doc'].join(', ')})
    VALUES (?, ?, ?${', ?'.repeat(columns.length + 1)}) ON CONFLICT (key) DO NOTHING`;
  const settable = ['gone', ...columns];
  const indexed = database.prepare(`SELECT ${settable.join(', ')}, id FROM ${table} WHERE key = ? AND at = ?`).raw();
  const letters = openLetters(database, view, (field) => settable.indexOf(columnOf(field)));

  const valuesOf = (row: ViewRow): Bound[] => {
    // The border of a document: an indexed field is a scalar, as its view's definition says.
    const record = row as unknown as Readonly<Record<string, Scalar | undefined>>;
    return [Number(row.gone === true), ...fields.map((field) => bound(record[field] ?? null))];
  };

  function insert(row: ViewRow): string | null {
    const values = valuesOf(row);
    const doc = JSON.stringify(row);
    const { changes, lastInsertRowid } = prepared(insertSql).run(row.key, row.at, ...values, doc);
    if (changes !== 1) return null;
    letters.write(lastInsertRowid, null, values);
    return doc;
  }

  const updates = new Map<string, Database.Statement<unknown[]>>();
  function updateOf(differing: readonly number[]): Database.Statement<unknown[]> {
    const which = differing.join();
    const known = updates.get(which);
    if (known) return known;
    const sets = ['at = ?', 'doc = ?', ...differing.map((place) => `${settable[place]} = ?`)].join(', ');
    const made = database.prepare<unknown[]>(`UPDATE ${table} SET ${sets} WHERE key = ? AND at = ?`);
    updates.set(which, made);
    return made;
  }
  const places = settable.map((_, place) => place);

  /** Sets only the indexed fields that differ: an index over unchanged fields is then not touched. */
  function update(row: ViewRow, was: Position): string | null {
    const values = valuesOf(row);
    // A view without indexes has nothing to compare: it is set whole, in one step.
    let differing = places;
    let before: readonly Bound[] | null = null;
    if (columns.length > 0) {
      const found = indexed.get(row.key, was) as readonly Bound[] | undefined;
      if (!found) return null;
      differing = places.filter((place) => values[place] !== found[place]);
      before = found;
    }
    const changing = differing.map((place) => values[place]);
    const doc = JSON.stringify(row);
    const { changes } = updateOf(differing).run(row.at, doc, ...changing, row.key, was);
    if (changes !== 1) return null;
    if (before) letters.write(before.at(-1) ?? null, before, values);
    return doc;
  }

  return {
    get(key) {
      const doc = prepared(`SELECT doc FROM ${table} WHERE key = ?`).pluck().get(key);
      return doc === undefined ? null : rowOf(doc);
    },
    having(field, value) {
      return docs(`SELECT doc FROM ${table} WHERE ${columnOf(folded(field))} IS ?`, bound(value));
    },
    write: ({ row, was }) => (was === null ? insert(row) : update(row, was)),
    changed: (after, upTo, limit) =>
      docs(`SELECT doc FROM ${table} WHERE at > ? AND at <= ? ORDER BY at, key LIMIT ?`, after, upTo, limit),
    keysAfter: (key, limit) => docs(`SELECT doc FROM ${table} WHERE key > ? ORDER BY key LIMIT ?`, key, limit),
    clear() {
      database.exec(`DELETE FROM ${table}`);
      letters.clear();
    },
  };
}
