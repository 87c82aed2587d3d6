import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '@dayline/platform/stores/lease';
import { type Projector, type ProjectorParts, startProjector } from './start.ts';
import { openingStatus, type ProjectorStatus } from './status.ts';

export interface LeasedProjectorParts extends ProjectorParts {
  readonly lease: Lease;
}

/**
 * Keeps a projection's views for as long as the lease is ours, and waits for it else. The lease saves the work of
 * folding twice, no more: one that was overtaken without knowing writes nothing, by the `at` of the rows.
 * @throws Error when the lease is ours and the views can't be opened
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

  /** Runs while the lease is ours; whether all went well. */
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
        // Told to stop while waiting: the loop sees it.
      });
      if (signal.aborted) return;
      try {
        await follow(await lease.attempt());
        if (!running && status.trouble !== null) report({ ...status, trouble: null });
      } catch (error) {
        // Whoever runs goes on: where the store is away, nobody else gets anything done either.
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
