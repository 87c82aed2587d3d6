import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import { openProjectorStores } from '@dayline/platform/stores/open';
import { desk } from '../projections/desk/projection.ts';
import { startLeasedProjector } from './lease.ts';
import type { Projector } from './start.ts';
import type { ProjectorStatus } from './status.ts';
import type { FromProjectorThread, ProjectorThreadData, ToProjectorThread } from './thread-messages.ts';

/** How often a checkpoint that only moves is told, in ms; whoever must know at once listens to the store. */
const tellEveryMs = 100;

const port = parentPort;
if (!port) throw new Error('The projector runs in a thread of its own.');
const say = (message: FromProjectorThread): void => port.postMessage(message);

/** Passes on what matters at once, and the rest now and then. */
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

/** On Linux a priority is a thread's own: where cores are few, an answer goes before the views' next batch, which grows. */
function giveWayToAnswers(): void {
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL / 2);
}

async function start(): Promise<void> {
  giveWayToAnswers();
  // The border between threads: the one who starts this thread sends exactly this.
  const stores = await openProjectorStores(workerData as ProjectorThreadData);
  const { tell, close } = teller();
  const projector: Projector = await startLeasedProjector({
    projection: desk,
    feed: openSealedLog(stores.log, stores.keys),
    views: stores.views,
    lease: stores.lease(desk),
    onStatus: tell,
  });
  // The border between threads: nothing but this is sent here.
  port?.once('message', async (_: ToProjectorThread) => {
    await projector.stop();
    close();
    await stores.close();
    port?.close();
  });
}

start().catch((error: unknown) => {
  say({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  port.close();
});
