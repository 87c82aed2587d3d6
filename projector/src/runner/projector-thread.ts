import { parentPort, workerData } from 'node:worker_threads';
import { openProjectorStores } from '@dayline/stores/open';
import { startProjectors } from './start-all.ts';
import type { ProjectorStatus } from './status.ts';
import { serveFollowers } from './thread-follow.ts';
import type { FromProjectorThread, ProjectorThreadData, ToProjectorThread } from './thread-messages.ts';

/** Report interval of a checkpoint that only moves, in ms; callers that need it sooner listen to the store. */
const reportEveryMs = 100;

const port = parentPort;
if (!port) throw new Error('The projector runs in a thread of its own.');
const post = (message: FromProjectorThread): void => port.postMessage(message);

/** Reports important changes at once, others at intervals. */
function statusReporter(): { report(status: ProjectorStatus): void; close(): void } {
  let lastStatus: ProjectorStatus | null = null;
  let waiting: ProjectorStatus | null = null;
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    timer = null;
    if (!waiting) return;
    post({ kind: 'status', status: waiting });
    lastStatus = waiting;
    waiting = null;
  };
  return {
    report(status) {
      waiting = status;
      const isUrgent =
        lastStatus?.stopped !== status.stopped ||
        lastStatus.trouble !== status.trouble ||
        lastStatus.parkedEvents !== status.parkedEvents ||
        status.waits !== lastStatus.waits ||
        (status.caughtUp && !lastStatus.caughtUp);
      if (isUrgent) flush();
      else timer ??= setTimeout(flush, reportEveryMs).unref();
    },
    close() {
      if (timer) clearTimeout(timer);
      flush();
    },
  };
}

async function start(): Promise<void> {
  // Cast is safe: only thread.ts starts this thread.
  const stores = await openProjectorStores(workerData as ProjectorThreadData, {
    onPollFailed: (failure) => post({ kind: 'pollFailed', failure }),
  });
  const reporters = { desk: statusReporter(), activity: statusReporter() };
  const projectors = await startProjectors(stores, {
    desk: reporters.desk.report,
    activity: reporters.activity.report,
  });
  const serve = serveFollowers(stores.log, post);
  port?.on('message', async (message: ToProjectorThread) => {
    if (message.kind !== 'stop') return serve(message);
    await Promise.all([projectors.desk.stop(), projectors.activity.stop()]);
    for (const { close } of Object.values(reporters)) close();
    await stores.close();
    port?.close();
  });
}

start().catch((error: unknown) => {
  post({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  port.close();
});
