import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '@dayline/runtime/lease/lease';
import { type Projector, type ProjectorParts, startProjector } from './start.ts';
import { openingStatus, type ProjectorStatus } from './status.ts';

export interface LeasedProjectorParts extends ProjectorParts {
  readonly lease: Lease;
}

/**
 * Runs a projector while this process holds the lease, and waits for it otherwise; failures are retried. The lease only
 * avoids duplicate work: a holder that lost it unknowingly writes nothing, because rows are guarded by `at`. `first`
 * rejects if this process holds the lease and the views can't be opened, or the lease can't be read.
 */
export function keepLeasedProjector({
  lease,
  onStatus,
  ...parts
}: LeasedProjectorParts): Projector & { readonly first: Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  let running: Projector | null = null;
  let status: ProjectorStatus = openingStatus(parts.projection, parts.feed.start);
  const report = (next: ProjectorStatus) => {
    status = next;
    onStatus?.(status);
  };

  async function attempt(): Promise<void> {
    if (await lease.attempt()) {
      running ??= await startProjector({ ...parts, onStatus: report });
    } else if (running || !status.waits || status.trouble !== null) {
      await running?.stop();
      running = null;
      report({ ...status, caughtUp: false, stopped: null, trouble: null, waits: true });
    }
  }

  function hasTrouble(error: unknown): void {
    // A running projector continues: if the store is unavailable, no other process gets further.
    if (!running) report({ ...status, trouble: error instanceof Error ? error.message : String(error) });
  }

  const first = attempt();
  async function keep(): Promise<void> {
    await first.catch(hasTrouble);
    for (;;) {
      await pause(lease.everyMs, undefined, { signal }).catch(() => {
        // Aborted during the wait; the loop checks the signal.
      });
      if (signal.aborted) return;
      await attempt().catch(hasTrouble);
    }
  }

  const keeping = keep();
  return {
    first,
    status: () => status,
    async stop() {
      ending.abort();
      await keeping;
      await running?.stop();
      await lease.release();
    },
  };
}

/** @throws Error if the first attempt fails */
export async function startLeasedProjector(parts: LeasedProjectorParts): Promise<Projector> {
  const projector = keepLeasedProjector(parts);
  try {
    await projector.first;
    return projector;
  } catch (error) {
    await projector.stop();
    throw error;
  }
}
