import Database from 'better-sqlite3';

/** A writer that has been quiet for so long (ms) empties its write-ahead log, so that no reader walks a long one. */
const idleMs = 1000;

export interface WalKeeper {
  /** Said after each commit; `scrub` when what it replaced must leave the files. */
  wrote(scrub: boolean): void;
  close(): void;
}

/**
 * Moves the write-ahead log into the file when nothing is written, and cuts it off where an erased person's rows stood
 * in it. A reader in the way makes the cut wait; it is tried again until done, and at each start, after a crash too.
 */
export function openWalKeeper(database: Database.Database): WalKeeper {
  let timer: NodeJS.Timeout | null = null;
  let mustCut = true;

  /** One attempt, without waiting for readers: the thread has other work. */
  const cut = () => {
    database.pragma('busy_timeout = 0');
    try {
      const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      mustCut = result?.busy !== 0;
    } finally {
      database.pragma('busy_timeout = 5000');
    }
  };
  const onIdle = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    try {
      if (mustCut) cut();
      else database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      // A disk that refuses (SqliteError) will be met again by the next commit, which reports it.
      if (!(error instanceof Database.SqliteError)) throw error;
    }
    if (mustCut) wait();
  };
  const wait = () => {
    timer ??= setTimeout(onIdle, idleMs).unref();
  };
  wait();

  return {
    wrote(scrub) {
      if (scrub) {
        mustCut = true;
        onIdle();
      }
      // Pushed back by each commit, so that it runs when the writer is quiet.
      if (timer) timer.refresh();
      else wait();
    },
    close() {
      if (timer) clearTimeout(timer);
    },
  };
}
