import type { Position } from '@dayline/contracts/ids';

export interface Commits {
  /** Notifies the listeners of this store's own commit. */
  notify(position: Position): void;
  /** Listeners also get the current checkpoint if it was not notified before. */
  listen(listener: (position: Position) => void): () => void;
  close(): void;
}

/**
 * Notices commits of other processes by polling the checkpoint, one small document, while there are listeners. A change
 * stream is faster, but ends with every failover and must be resumed; callers that need less delay also follow the log.
 */
export function openCommits(position: () => Promise<Position | null>, lookEveryMs: number): Commits {
  const listeners = new Set<(position: Position) => void>();
  let lastNotified: Position | null = null;
  /** Number of commits notified; a poll that started before the last one is stale. */
  let notifyCount = 0;
  let timer: NodeJS.Timeout | null = null;

  const notify = (seenPosition: Position) => {
    if (seenPosition === lastNotified) return;
    lastNotified = seenPosition;
    notifyCount += 1;
    for (const listener of [...listeners]) listener(seenPosition);
  };

  async function look(): Promise<void> {
    const before = notifyCount;
    try {
      const lastPosition = await position();
      if (lastPosition !== null && notifyCount === before && listeners.size > 0) notify(lastPosition);
    } catch {
      // The server is unavailable: readers report it, and the next poll tries again.
    }
  }
  const lookLater = () => {
    timer = setTimeout(async () => {
      await look();
      if (timer) lookLater();
    }, lookEveryMs).unref();
  };
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };

  return {
    notify,
    listen(listener) {
      listeners.add(listener);
      if (!timer) lookLater();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close() {
      stop();
      listeners.clear();
    },
  };
}
