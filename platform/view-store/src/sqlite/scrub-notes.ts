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
  const noted = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
  const checkpoint = noted('checkpoint');
  return {
    // Cast is safe: written by the store.
    checkpoint: checkpoint === undefined ? '' : (JSON.parse(checkpoint) as Checkpoint).position,
    erased: noted('erased') ?? '',
    scrubbed: noted('scrubbed') ?? null,
  };
}

/** The notes of a file that isn't open here; null if it isn't a complete one. */
export function scrubNotesIn(path: string): ScrubNotes | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 });
    return readScrubNotes(database);
  } catch {
    // Incomplete, damaged or being removed: its content is unknown.
    return null;
  } finally {
    database?.close();
  }
}
