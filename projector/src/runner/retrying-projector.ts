import { backOff } from '@dayline/runtime/back-off';
import { type LeasedProjectorParts, startLeasedProjector } from './lease.ts';
import type { Projector } from './start.ts';
import { openingStatus, type ProjectorStatus } from './status.ts';

/** Runs a secondary projection: a failed start is reported in its status and retried indefinitely. */
export function startRetryingProjector({ onStatus, ...parts }: LeasedProjectorParts): Projector {
  const ending = new AbortController();
  const { signal } = ending;
  let running: Projector | null = null;
  let status: ProjectorStatus = openingStatus(parts.projection, parts.feed.start);
  const report = (next: ProjectorStatus) => {
    status = next;
    onStatus?.(status);
  };

  async function start(): Promise<void> {
    const waits = backOff(signal);
    while (!signal.aborted && !running) {
      try {
        running = await startLeasedProjector({ ...parts, onStatus: report });
      } catch (error) {
        report({ ...status, trouble: error instanceof Error ? error.message : String(error) });
        await waits.wait();
      }
    }
  }

  const started = start();
  return {
    status: () => status,
    async stop() {
      ending.abort();
      await started;
      await running?.stop();
    },
  };
}
