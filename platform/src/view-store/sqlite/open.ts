import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ProjectionDefinition, ProjectionStore, ViewStore } from '../port.ts';
import { openProjectionStore } from './projection-store.ts';
import { checkedName, shapeOf, tableStatements } from './shape.ts';

/** The file of a projection was made by other code for other views or indexes; it is left as it is. */
export class ViewShapeMismatch extends Error {
  override readonly name = 'ViewShapeMismatch';
}

/**
 * Views in SQLite: a file for each `projection@version` in `directory` (DATA_DIR/views). Files of other versions are
 * left alone; a missing one is made, empty, by whoever opens it first, reader or writer.
 * @throws ViewShapeMismatch when opening a projection whose definition changed without its version
 */
export function openSqliteViewStore({ directory }: { readonly directory: string }): ViewStore {
  const opened = new Set<ProjectionStore>();
  return {
    async open(projection, mode) {
      mkdirSync(directory, { recursive: true });
      const file = join(directory, `${checkedName(projection.name)}@${projection.version}.db`);
      const database = openFile(file, projection, mode);
      const store = openProjectionStore({ database, file: realpathSync(file), projection, mode });
      opened.add(store);
      return store;
    },
    async close() {
      await Promise.all([...opened].map((store) => store.close()));
      opened.clear();
    },
  };
}

function openFile(file: string, projection: ProjectionDefinition, mode: 'read' | 'write'): Database.Database {
  const database = new Database(file, { timeout: 5000 });
  try {
    // Fewer, larger pages: a batch touches many places of many indexes, and each touched page goes to the WAL whole.
    database.pragma('page_size = 8192');
    database.pragma('journal_mode = WAL');
    // Views are derived: a commit lost with the power is folded again from the log, and WAL keeps the file whole.
    database.pragma('synchronous = NORMAL');
    // 32 MB; an idle writer checkpoints earlier.
    database.pragma('wal_autocheckpoint = 4000');
    database.pragma('cache_size = -32000');
    // What an erased person's rows held must not stay in freed space.
    database.pragma('secure_delete = ON');
    makeOrCheck(database, file, projection);
    if (mode === 'read') database.pragma('query_only = ON');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function makeOrCheck(database: Database.Database, file: string, projection: ProjectionDefinition): void {
  const shape = shapeOf(projection);
  const statements = [
    'CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
    'CREATE TABLE parked (position TEXT PRIMARY KEY, doc TEXT NOT NULL) WITHOUT ROWID',
    ...projection.views.flatMap(tableStatements),
  ];
  database
    .transaction(() => {
      const isNew = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined;
      if (isNew) {
        for (const statement of statements) database.exec(statement);
        database.prepare("INSERT INTO meta (name, value) VALUES ('shape', ?)").run(shape);
        return;
      }
      const found = database.prepare("SELECT value FROM meta WHERE name = 'shape'").pluck().get();
      if (found === shape) return;
      throw new ViewShapeMismatch(
        `${file} holds other views than ${projection.name}@${projection.version} of this build: raise its version`,
      );
    })
    .immediate();
}
