import type { Position } from '@dayline/contracts/ids';

export interface Commits {
  /** Announces this store's own commit. */
  tell(position: Position): void;
  /** Listeners also get the current checkpoint if it was not announced before. */
  listen(listener: (position: Position) => void): () => void;
  close(): void;
}

/**
 * Notices commits of other processes by polling the checkpoint, one small document, while there are listeners. A change
 * stream is faster, but ends with every failover and must be resumed; callers that need less delay also follow the log.
 */
export function openCommits(position: () => Promise<Position | null>, lookEveryMs: number): Commits {
  const listeners = new Set<(position: Position) => void>();
  let told: Position | null = null;
  /** Number of commits announced; a poll that started before the last one is stale. */
  let tellings = 0;
  let timer: NodeJS.Timeout | null = null;

  const tell = (seen: Position) => {
    if (seen === told) return;
    told = seen;
    tellings += 1;
    for (const listener of [...listeners]) listener(seen);
  };

  async function look(): Promise<void> {
    const before = tellings;
    try {
      const seen = await position();
      if (seen !== null && tellings === before && listeners.size > 0) tell(seen);
    } catch {
      // The server is away: readers report it, and the next poll tries again.
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
    tell,
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
