import { BroadcastChannel, workerData } from 'node:worker_threads';
import { openedFile } from '@dayline/runtime/opened-file';
import { serveWrites } from '@dayline/runtime/worker/serve-writes';
import type Database from 'better-sqlite3';
import { CommitFailed, committer } from './commit.ts';
import { openForWriting, type Synchronous } from './connection.ts';
import { type AppendOutcome, type AppendRequest, appendedChannel } from './messages.ts';
import { checkTail } from './tail-check.ts';

/** Idle time before the WAL is checkpointed, in ms. */
const idleAfter = 500;

export interface WriterData {
  readonly path: string;
  readonly synchronous: Synchronous;
  /** True except at the first start: a missing file was removed on purpose and must not be recreated. */
  readonly mustExist?: boolean;
}

// Cast is safe: only writer.ts starts this thread.
const { path, synchronous, mustExist = false } = workerData as WriterData;

serveWrites<AppendRequest, AppendOutcome>(({ answer, fail, end }) => {
  const db = openForWriting(path, synchronous, mustExist);
  checkTail(db);
  const commit = committer(db);
  const file = openedFile(path);
  const channel = new BroadcastChannel(appendedChannel(path));
  let hasWritten = false;
  let isDirty = false;

  const idle = setInterval(() => {
    if (isDirty && !hasWritten) isDirty = !checkpointWal(db);
    hasWritten = false;
  }, idleAfter);

  /** Refuses appends to a replaced file and ends the thread; the next thread opens the current file. */
  function giveUp(appends: readonly AppendRequest[]): void {
    fail(appends.length, 'events.db was exchanged', false);
    if (file.state() === 'exchanged') file.removeLeftovers();
    end();
  }

  return {
    commit(appends) {
      if (file.state() !== 'same') return giveUp(appends);
      try {
        answer(commit(appends));
        channel.postMessage(null);
        hasWritten = true;
        isDirty = true;
      } catch (error) {
        // Other errors are bugs: the thread dies and is restarted.
        if (!(error instanceof CommitFailed)) throw error;
        fail(appends.length, error.message, error.outcome === 'unknown');
      }
    },
    close() {
      clearInterval(idle);
      channel.close();
      db.close();
    },
  };
});

/** Checkpoints the WAL while idle. Returns whether it succeeded; if not, the next idle period retries. */
function checkpointWal(db: Database.Database): boolean {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
    return true;
  } catch {
    // Nothing is lost: the events are durable in the WAL, and the next commit reports the same fault.
    return false;
  }
}
