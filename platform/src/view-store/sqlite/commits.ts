import { BroadcastChannel } from 'node:worker_threads';
import type { Position } from '@dayline/contracts/ids';
import type { Commit } from './recent-changes.ts';

/** How long a commit of another process may stay unseen, in ms; those of this process's threads are told at once. */
const lookEveryMs = 250;

export interface Commits {
  /** Tells every store of the same file in this process; null says that all was forgotten. */
  tell(commit: Commit | null): void;
  listen(listener: (position: Position) => void): () => void;
  close(): void;
}

/**
 * Who commits tells the file's other stores: threads of this process by a channel named after the file, other
 * processes by SQLite's own count of changes, looked at now and then.
 * @param note takes what another thread has committed, before the listeners are told
 */
export function openCommits(
  file: string,
  look: { readonly dataVersion: () => number; readonly position: () => Position | null },
  note: (commit: Commit | null) => void,
): Commits {
  const listeners = new Set<(position: Position) => void>();
  const channel = new BroadcastChannel(`dayline-views:${file}`);
  channel.unref();
  let told: Position | null = null;
  let timer: NodeJS.Timeout | null = null;
  let seenVersion = 0;

  const pass = (position: Position) => {
    if (position === told) return;
    told = position;
    for (const listener of [...listeners]) listener(position);
  };
  channel.onmessage = (message) => {
    // The channel carries nothing but what `tell` below sends.
    const { data: commit } = message as { data: Commit | null };
    note(commit);
    if (commit) pass(commit.to);
  };

  const lookNow = () => {
    const version = look.dataVersion();
    if (version === seenVersion) return;
    seenVersion = version;
    const position = look.position();
    if (position !== null) pass(position);
  };
  const stopLooking = () => {
    if (timer) clearInterval(timer);
    timer = null;
  };

  return {
    tell(commit) {
      channel.postMessage(commit);
      if (commit) pass(commit.to);
    },
    listen(listener) {
      listeners.add(listener);
      if (!timer) {
        seenVersion = look.dataVersion();
        told = look.position();
        timer = setInterval(lookNow, lookEveryMs).unref();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopLooking();
      };
    },
    close() {
      stopLooking();
      listeners.clear();
      channel.close();
    },
  };
}
