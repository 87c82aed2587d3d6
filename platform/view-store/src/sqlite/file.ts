import { useWal } from '@dayline/runtime/sqlite-wal';
import Database from 'better-sqlite3';
import { shapeOf } from '../names.ts';
import { type ProjectionDefinition, ViewShapeMismatch } from '../port.ts';
import { RowDamaged } from './row-table.ts';
import { tableStatements } from './shape.ts';

interface Opening {
  readonly mode: 'read' | 'write';
  /** Whether a new file gets every index, or only those of folds. */
  readonly isWhole: boolean;
}

/**
 * Opens a generation's file; creates it if missing.
 * @throws ViewShapeMismatch if it was created for other views or indexes
 */
export function openFile(
  file: string,
  projection: ProjectionDefinition,
  { mode, isWhole }: Opening,
): Database.Database {
  const database = new Database(file, { timeout: 5000 });
  try {
    // The size of a disk's page: a damaged one is then no valid SQLite page, which SQLite reports. A damaged half of a
    // page could lose rows silently.
    database.pragma('page_size = 4096');
    useWal(database);
    // Views are derived: a commit lost in a power failure is folded again, and WAL keeps the file intact.
    database.pragma('synchronous = NORMAL');
    // 32 MB; an idle writer checkpoints earlier.
    database.pragma('wal_autocheckpoint = 8000');
    database.pragma('cache_size = -32000');
    // Erased persons' rows must not remain in free space.
    database.pragma('secure_delete = ON');
    makeOrCheck(database, file, projection, isWhole);
    if (mode === 'read') database.pragma('query_only = ON');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Incremented when the storage of the same definition changes: `tableStatements`. */
const layout = 3;

/** @throws ViewShapeMismatch, RowDamaged */
function makeOrCheck(
  database: Database.Database,
  file: string,
  projection: ProjectionDefinition,
  isWhole: boolean,
): void {
  const shape = shapeOf(projection, layout);
  const statements = [
    'CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
    'CREATE TABLE parked (position TEXT PRIMARY KEY, doc TEXT NOT NULL) WITHOUT ROWID',
    ...projection.views.map(tableStatements).flatMap(({ first, last }) => (isWhole ? [...first, ...last] : first)),
  ];
  database
    .transaction(() => {
      const isNew = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined;
      if (isNew) {
        for (const statement of statements) database.exec(statement);
        database.prepare("INSERT INTO meta (name, value) VALUES ('shape', ?), ('scrubbed', '')").run(shape);
        return;
      }
      const found = database.prepare("SELECT value FROM meta WHERE name = 'shape'").pluck().get();
      if (found === shape) return;
      if (!isJson(found)) throw new RowDamaged(`${file} is damaged: it does not say which views it holds`);
      throw new ViewShapeMismatch(
        `${file} holds other views than ${projection.name}@${projection.version} of this build: raise its version`,
      );
    })
    .immediate();
}

/** The shape is longer than a page, so that a part of it may be damaged. */
function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}
