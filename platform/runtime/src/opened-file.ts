import { rmSync, statSync } from 'node:fs';

const identityOf = (path: string): string | null => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
};

/** The file opened at a path; an operator may later restore a backup over it. */
export interface OpenedFile {
  /** `same`, `gone` while there is no file, or `exchanged`. */
  state(): 'same' | 'gone' | 'exchanged';
  /**
   * Removes the old file's WAL and its index if they are still there: SQLite would apply their pages to the new file.
   * Call once, before the new file is opened.
   */
  removeLeftovers(): void;
}

/** Call with a connection open, so that the WAL files exist. */
export function openedFile(path: string): OpenedFile {
  const own = identityOf(path);
  const companions = ['-wal', '-shm'].map((suffix) => ({
    path: `${path}${suffix}`,
    own: identityOf(`${path}${suffix}`),
  }));
  return {
    state() {
      const now = identityOf(path);
      if (now === null) return 'gone';
      return now === own ? 'same' : 'exchanged';
    },
    removeLeftovers() {
      for (const companion of companions) {
        if (companion.own !== null && identityOf(companion.path) === companion.own)
          rmSync(companion.path, { force: true });
      }
    },
  };
}
