import type { Position } from '@dayline/contracts/ids';

export interface Commits {
  /** Says what this store has committed itself. */
  tell(position: Position): void;
  /** A listener is told of the standing checkpoint too, where nobody was told of it before. */
  listen(listener: (position: Position) => void): () => void;
  close(): void;
}

/**
 * Commits of other processes are seen by reading the checkpoint, one small document, at intervals while somebody
 * listens. A change stream would tell earlier, but it ends with every failover and needs resuming; whoever wants to be
 * early follows the log besides.
 */
export function openCommits(position: () => Promise<Position | null>, lookEveryMs: number): Commits {
  const listeners = new Set<(position: Position) => void>();
  let told: Position | null = null;
  /** How many commits were told of: an answer that was asked for before the last one is late. */
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
      // The server is away: whoever reads is told so; this looks again.
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
