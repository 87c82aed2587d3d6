/**
 * `data` and `metadata` are canonical JSON, so that a check hashes the stored bytes. `checksum` is the CRC-32 of the
 * other columns, for the tail check on opening.
 */
export const tables = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS events_by_stream ON events (stream, revision);
  CREATE UNIQUE INDEX IF NOT EXISTS events_by_id ON events (id);

  -- Of each keyed command that appended something. Ids rise with time where the key is a ULID.
  CREATE TABLE IF NOT EXISTS command_keys (
    id TEXT PRIMARY KEY,
    digest TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** `INSERT OR REPLACE` deletes without firing the DELETE trigger, so existing rows are checked first. */
export const refuseChange = `
  CREATE TRIGGER IF NOT EXISTS events_are_only_appended BEFORE INSERT ON events
    WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM events)
      OR EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND revision = NEW.revision)
      OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'events are only appended'); END;
  CREATE TRIGGER IF NOT EXISTS events_are_never_updated BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never updated'); END;
  CREATE TRIGGER IF NOT EXISTS events_are_never_deleted BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
`;
