import { BroadcastChannel } from 'node:worker_threads';
import type { Position } from '@dayline/contracts/ids';
import { type OnPollFailed, type Polling, startPolling } from '@dayline/runtime/polling';

/** Maximum delay before another process's commit is noticed, in ms; threads of this process are woken at once. */
const lookEveryMs = 250;

export interface Commits {
  /** Call after each change: listeners, and other stores of the file, read the checkpoint. */
  notify(): void;
  listen(listener: (position: Position) => void): () => void;
  close(): void;
}

/**
 * Wakes the listeners of a file's commits. Threads of this process get an empty message on a channel named after the
 * file; other processes are noticed by `data_version`. The position is read from the file.
 */
export function openCommits(
  file: string,
  read: { readonly dataVersion: () => number; readonly position: () => Position | null },
  onPollFailed: OnPollFailed,
): Commits {
  const listeners = new Set<(position: Position) => void>();
  const channel = new BroadcastChannel(`dayline-views:${file}`);
  channel.unref();
  let lastPosition: Position | null = null;
  /** Null if a commit is known whose position has not been read. */
  let lastVersion: number | null = null;
  let polling: Polling | null = null;

  function look(): void {
    const version = read.dataVersion();
    if (version === lastVersion) return;
    const position = read.position();
    lastVersion = version;
    if (position === null || position === lastPosition) return;
    lastPosition = position;
    for (const listener of [...listeners]) listener(position);
  }
  /** `data_version` doesn't change with this connection's own commits. */
  function pollAgain(): void {
    lastVersion = null;
    polling?.pollNow();
  }
  channel.onmessage = pollAgain;

  const stopPolling = () => {
    polling?.stop();
    polling = null;
  };

  return {
    notify() {
      channel.postMessage(null);
      pollAgain();
    },
    listen(listener) {
      listeners.add(listener);
      if (!polling) {
        lastVersion = read.dataVersion();
        lastPosition = read.position();
        polling = startPolling({ of: 'views', everyMs: lookEveryMs, look, onFailed: onPollFailed });
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopPolling();
      };
    },
    close() {
      stopPolling();
      listeners.clear();
      channel.close();
    },
  };
}
