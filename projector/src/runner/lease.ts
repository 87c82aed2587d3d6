import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '@dayline/runtime/lease/lease';
import { type Projector, type ProjectorParts, startProjector } from './start.ts';
import { openingStatus, type ProjectorStatus } from './status.ts';

export interface LeasedProjectorParts extends ProjectorParts {
  readonly lease: Lease;
}

/**
 * Runs a projector while this process holds the lease, and waits for it otherwise. The lease only avoids duplicate
 * work: a holder that lost it unknowingly writes nothing, because rows are guarded by `at`.
 * @throws Error if this process holds the lease and the views can't be opened
 */
export async function startLeasedProjector({ lease, onStatus, ...parts }: LeasedProjectorParts): Promise<Projector> {
  const { projection, feed } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  let running: Projector | null = null;
  let status: ProjectorStatus = { ...openingStatus(projection, feed.start), waits: true };
  const report = (next: ProjectorStatus) => {
    status = next;
    onStatus?.(status);
  };

  /** Runs while the lease is held. Returns whether all went well. */
  async function follow(isOurs: boolean): Promise<void> {
    if (isOurs && !running) running = await startProjector({ ...parts, onStatus: report });
    if (isOurs || !running) return;
    await running.stop();
    running = null;
    report({ ...status, caughtUp: false, stopped: null, trouble: null, waits: true });
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await pause(lease.everyMs, undefined, { signal }).catch(() => {
        // Aborted while waiting; the loop checks the signal.
      });
      if (signal.aborted) return;
      try {
        await follow(await lease.attempt());
        if (!running && status.trouble !== null) report({ ...status, trouble: null });
      } catch (error) {
        // A running projector continues: if the store is down, no other process gets further.
        if (!running) report({ ...status, trouble: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  try {
    await follow(await lease.attempt());
  } catch (error) {
    await lease.release();
    throw error;
  }
  if (!running) report(status);
  const kept = keep();
  return {
    status: () => status,
    async stop() {
      ending.abort();
      await kept;
      await running?.stop();
      await lease.release();
    },
  };
}
