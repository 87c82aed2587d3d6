import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views/row';
import type Database from 'better-sqlite3';
import { foldedFields, indexedFields } from '../names.ts';
import type { MisfiledRow, RowWrite, Scalar, ViewDefinition } from '../port.ts';
import { openTrigrams } from './search/trigrams.ts';
import { columnOf, tableOf } from './shape.ts';
import { type SqlValue, toBound } from './sql.ts';

export interface RowTable {
  /** The rows that exist, in any order. */
  load(keys: readonly string[]): readonly ViewRow[];
  having(field: string, value: Scalar, limit?: number): readonly ViewRow[];
  /** False, writing nothing, if the row's `at` is no longer the one read. */
  write(write: RowWrite): boolean;
  changed(after: Position, upTo: Position, limit: number): readonly ViewRow[];
  keysAfter(key: string, limit: number): readonly ViewRow[];
  /**
   * Rows after a key, within one page, whose columns differ from their document; and the key at which the page ends.
   */
  misfiledAfter(key: string, limit: number): { readonly found: readonly MisfiledRow[]; readonly last: string | null };
}

/** The errors that SQLite reports for a damaged page. */
export class RowDamaged extends Error {
  readonly code = 'SQLITE_CORRUPT';
}

/**
 * Parses documents written by this table. One call for all: V8 then knows the shape after the first.
 * @throws RowDamaged if one isn't JSON
 */
export function rowsOf(docs: readonly unknown[]): ViewRow[] {
  try {
    return JSON.parse(`[${docs.join()}]`);
  } catch (cause) {
    throw new RowDamaged('database disk image is malformed: a row is not JSON', { cause });
  }
}

/** Null if it isn't one. */
function documentIn(doc: unknown): ViewRow | null {
  try {
    return rowsOf([doc])[0] ?? null;
  } catch {
    return null;
  }
}

/** The statements on one view's table, prepared on first use. */
export function openRowTable(database: Database.Database, view: ViewDefinition): RowTable {
  const table = tableOf(view.name);
  const fields = indexedFields(view);
  const folded = foldedFields(view);
  const columns = fields.map(columnOf);
  const statements = new Map<string, Database.Statement<unknown[]>>();
  const prepare = (sql: string) => {
    const existing = statements.get(sql);
    if (existing) return existing;
    const statement = database.prepare<unknown[]>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const documents = new Map<string, Database.Statement<unknown[]>>();
  const docs = (sql: string, ...values: readonly SqlValue[]): ViewRow[] => {
    const statement = documents.get(sql) ?? database.prepare<unknown[]>(sql).pluck();
    documents.set(sql, statement);
    return rowsOf(statement.all(...values));
  };

  const insertSql = `INSERT INTO ${table} (key, at, gone, ${[...columns, 'doc'].join(', ')})
    VALUES (?, ?, ?${', ?'.repeat(columns.length + 1)}) ON CONFLICT (key) DO NOTHING`;
  const settable = ['gone', ...columns];
  const updateSql = `UPDATE ${table} SET at = ?, doc = ?, ${settable.map((column) => `${column} = ?`).join(', ')}
    WHERE key = ? AND at = ?`;
  const indexedSql = `SELECT ${settable.join(', ')}, id FROM ${table} WHERE key = ?`;
  const checkedSql = `SELECT key, at, doc, ${settable.join(', ')} FROM ${table} WHERE key > ? ORDER BY key LIMIT ?`;
  const trigrams = openTrigrams(database, view, (field) => settable.indexOf(columnOf(field)));

  const valuesOf = (row: ViewRow): SqlValue[] => {
    // Cast is safe: indexed fields are scalars by the view's definition.
    const record = row as unknown as Readonly<Record<string, Scalar | undefined>>;
    return [Number(row.gone === true), ...fields.map((field) => toBound(record[field] ?? null))];
  };

  function insert(row: ViewRow): boolean {
    const values = valuesOf(row);
    const { changes, lastInsertRowid } = prepare(insertSql).run(row.key, row.at, ...values, JSON.stringify(row));
    if (changes !== 1) return false;
    trigrams.write(lastInsertRowid, null, values);
    return true;
  }

  function update(row: ViewRow, was: Position): boolean {
    const values = valuesOf(row);
    // The trigram index needs the words that it must delete.
    const before =
      view.searched || view.people
        ? (prepare(indexedSql).raw().get(row.key) as readonly SqlValue[] | undefined)
        : undefined;
    const { changes } = prepare(updateSql).run(row.at, JSON.stringify(row), ...values, row.key, was);
    if (changes !== 1) return false;
    if (before) trigrams.write(before.at(-1) ?? null, before, values);
    return true;
  }

  return {
    load(keys) {
      const [key] = keys;
      if (key === undefined) return [];
      // One call for many keys takes half the time of one for each.
      return keys.length === 1
        ? docs(`SELECT doc FROM ${table} WHERE key = ?`, key)
        : docs(`SELECT doc FROM ${table} WHERE key IN (SELECT value FROM json_each(?))`, JSON.stringify(keys));
    },
    having(field, value, limit = -1) {
      const column = columnOf(folded(field).field);
      return docs(`SELECT doc FROM ${table} WHERE ${column} IS ? LIMIT ?`, toBound(value), limit);
    },
    write: ({ row, was }) => (was === null ? insert(row) : update(row, was)),
    changed: (after, upTo, limit) =>
      docs(`SELECT doc FROM ${table} WHERE at > ? AND at <= ? ORDER BY at, key LIMIT ?`, after, upTo, limit),
    misfiledAfter(key, limit) {
      const rows = prepare(checkedSql).raw().all(key, limit) as (readonly SqlValue[])[];
      const found = rows.flatMap(([own, at, doc, ...values]) => {
        const row = documentIn(doc);
        const sqlValues = row ? [row.key, row.at, ...valuesOf(row)] : [];
        const there = [own, at, ...values];
        const differing = ['key', 'at', 'gone', ...fields].filter((_, index) => there[index] !== sqlValues[index]);
        return differing.length > 0 ? [{ key: String(own), fields: row ? differing : ['document'] }] : [];
      });
      return { found, last: rows.length < limit ? null : String(rows.at(-1)?.[0]) };
    },
    keysAfter: (key, limit) => docs(`SELECT doc FROM ${table} WHERE key > ? ORDER BY key LIMIT ?`, key, limit),
  };
}
