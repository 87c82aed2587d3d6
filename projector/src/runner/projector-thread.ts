import { parentPort, workerData } from 'node:worker_threads';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openProjectorStores } from '@dayline/stores/open';
import { activity } from '../projections/activity/projection.ts';
import { desk } from '../projections/desk/projection.ts';
import { startLeasedProjector } from './lease.ts';
import { startRetryingProjector } from './retrying-projector.ts';
import type { Projector } from './start.ts';
import type { ProjectorStatus } from './status.ts';
import { storedFeed } from './stored-feed.ts';
import type { FromProjectorThread, ProjectorThreadData, ToProjectorThread } from './thread-messages.ts';

/** Report interval of a checkpoint that only moves, in ms; callers that need it sooner listen to the store. */
const tellEveryMs = 100;

const port = parentPort;
if (!port) throw new Error('The projector runs in a thread of its own.');
const say = (message: FromProjectorThread): void => port.postMessage(message);

/** Passes on important changes at once, others at intervals. */
function teller(): { tell(status: ProjectorStatus): void; close(): void } {
  let told: ProjectorStatus | null = null;
  let waiting: ProjectorStatus | null = null;
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    timer = null;
    if (!waiting) return;
    say({ kind: 'status', status: waiting });
    told = waiting;
    waiting = null;
  };
  return {
    tell(status) {
      waiting = status;
      const isUrgent =
        told?.stopped !== status.stopped ||
        told.trouble !== status.trouble ||
        told.parkedEvents !== status.parkedEvents ||
        status.waits !== told.waits ||
        (status.caughtUp && !told.caughtUp);
      if (isUrgent) flush();
      else timer ??= setTimeout(flush, tellEveryMs).unref();
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
    onPollFailed: (failure) => say({ kind: 'pollFailed', failure }),
  });
  const tellers = [teller(), teller()] as const;
  const [ofDesk, ofActivity] = tellers;
  const deskProjector: Projector = await startLeasedProjector({
    projection: desk,
    feed: openSealedLog(stores.log, stores.keys),
    views: stores.views,
    lease: stores.lease(desk),
    onStatus: ofDesk.tell,
  });
  const activityProjector = startRetryingProjector({
    projection: activity,
    feed: storedFeed(stores.log),
    views: stores.views,
    lease: stores.lease(activity),
    onStatus: ofActivity.tell,
  });
  // Only stop messages are sent here.
  port?.once('message', async (_: ToProjectorThread) => {
    await Promise.all([deskProjector.stop(), activityProjector.stop()]);
    for (const { close } of tellers) close();
    await stores.close();
    port?.close();
  });
}

start().catch((error: unknown) => {
  say({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  port.close();
});
