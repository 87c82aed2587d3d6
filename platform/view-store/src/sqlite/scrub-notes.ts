import Database from 'better-sqlite3';
import type { Checkpoint } from '../port.ts';
import type { ScrubNotes } from '../scrubbing.ts';

/** The notes on erasures in a generation's file. */
export function readScrubNotes(database: Database.Database): ScrubNotes {
  const rows = database
    .prepare<[], { readonly name: string; readonly value: string }>(
      "SELECT name, value FROM meta WHERE name IN ('checkpoint', 'erased', 'scrubbed')",
    )
    .all();
  const noteValue = (noteName: string) => rows.find(({ name }) => name === noteName)?.value;
  const checkpoint = noteValue('checkpoint');
  return {
    // Cast is safe: written by the store.
    checkpoint: checkpoint === undefined ? '' : (JSON.parse(checkpoint) as Checkpoint).position,
    erased: noteValue('erased') ?? '',
    scrubbed: noteValue('scrubbed') ?? null,
  };
}

/** The checkpoint in a generation's file. */
function readCheckpoint(database: Database.Database): Checkpoint | null {
  const value = database.prepare<[], string>("SELECT value FROM meta WHERE name = 'checkpoint'").pluck().get();
  // Cast is safe: written by the store.
  return value === undefined ? null : (JSON.parse(value) as Checkpoint);
}

/** The notes of a file that isn't open here; null if the file isn't complete. */
export const scrubNotesIn = (path: string): ScrubNotes | null => readFrom(path, readScrubNotes);
/** The checkpoint of a file that isn't open here; null if it has none, or isn't complete. */
export const checkpointIn = (path: string): Checkpoint | null => readFrom(path, readCheckpoint);

function readFrom<Read>(path: string, read: (database: Database.Database) => Read): Read | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 });
    return read(database);
  } catch {
    // Incomplete, damaged or being removed: its content is unknown.
    return null;
  } finally {
    database?.close();
  }
}
