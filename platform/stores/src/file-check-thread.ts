import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { type CheckedFile, type CheckResult, type FileFault, isDamagedFile } from './file-check.ts';

const port = parentPort;
if (!port) throw new Error('Files are checked in a thread of their own.');

/** Null if nothing is wrong, or if the file can't be read, which its reads report. */
function faultIn(path: string): FileFault | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
    // The first row names the faults of the pages; the check of rows, which comes next, would fail on these.
    const value = database.prepare<[], string>('PRAGMA quick_check').pluck().get();
    const found = String(value)
      .split('\n')
      .filter((line) => line !== 'ok' && !line.startsWith('***'));
    const [first] = found;
    return first === undefined ? null : { words: first, tables: tablesOf(database, found) };
  } catch (error) {
    return isDamagedFile(error) && error instanceof Error ? { words: error.message, tables: null } : null;
  } finally {
    database?.close();
  }
}

/** The tables that contain the faults; null if one is in an index or elsewhere. */
function tablesOf(database: Database.Database, faults: readonly string[]): readonly string[] | null {
  const tableAt = database
    .prepare<[number], string>("SELECT name FROM sqlite_schema WHERE rootpage = ? AND type = 'table'")
    .pluck();
  const tables = new Set(faults.map((line) => tableAt.get(Number(/^Tree (\d+) /.exec(line)?.[1] ?? 0))));
  return tables.has(undefined) ? null : [...tables].flatMap((table) => table ?? []);
}

// Cast is safe: only file-check.ts starts this thread.
for (const { file, path } of workerData as readonly CheckedFile[]) {
  const result: CheckResult = { file, fault: faultIn(path) };
  port.postMessage(result);
}
