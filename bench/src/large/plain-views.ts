import Database from 'better-sqlite3';

/** The searched lists, each with the covering index of its whole list and the searched column. */
const searched = {
  appointments: { index: 'byClientDay', column: 'f_patientSearch' },
  patients: { index: 'bySearch', column: 'f_search' },
} as const;
export type Searched = keyof typeof searched;

/** Raw access to the views' file: the limit of any reader. */
export interface PlainViews {
  /** Counts a client's rows using a covering index of the view. @throws Error if SQLite plans otherwise */
  countByIndex(view: Searched, clientId: string): number;
  /** The same for the rows whose search text contains a name. */
  matchesAlong(view: Searched, clientId: string, name: string): number;
  /** One row by its key, parsed. */
  row(view: 'counts', key: string): unknown;
  close(): void;
}

export function openPlainViews(path: string): PlainViews {
  const database = new Database(path, { readonly: true });
  // As in the product's own readers.
  database.pragma('cache_size = -32000');
  const byKey = database.prepare<[string], string>('SELECT doc FROM view_counts WHERE key = ?').pluck();
  const statements = new Map<string, Database.Statement<string[], number>>();
  function byIndex(view: Searched, more: string, ...values: string[]): number {
    const from = `view_${view} INDEXED BY view_${view}__${searched[view].index}`;
    const sql = `SELECT count(*) FROM ${from} WHERE gone = 0 AND f_clientId = ?${more}`;
    let statement = statements.get(sql);
    if (!statement) {
      const [step] = database.prepare<string[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
      if (!step?.detail.includes('USING COVERING INDEX')) throw new Error(`Not along an index alone: ${step?.detail}`);
      statement = database.prepare<string[], number>(sql).pluck();
      statements.set(sql, statement);
    }
    return statement.get(...values) ?? 0;
  }
  return {
    countByIndex: (view, clientId) => byIndex(view, '', clientId),
    matchesAlong: (view, clientId, name) =>
      byIndex(view, ` AND instr(${searched[view].column}, ?) > 0`, clientId, name),
    row(_view, key) {
      const doc = byKey.get(key);
      return doc === undefined ? null : JSON.parse(doc);
    },
    close: () => database.close(),
  };
}
