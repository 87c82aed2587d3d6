import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { EventLog } from '@dayline/event-log/port';
import type { OnPollFailed } from '@dayline/runtime/polling';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import { activity } from '../projections/activity/projection.ts';
import { desk } from '../projections/desk/projection.ts';
import type { Projector } from './start.ts';
import { openingStatus, type ProjectorStatus } from './status.ts';
import { ThreadFollowers } from './thread-follow.ts';
import type { FromProjectorThread, ProjectorThreadData, ToProjectorThread } from './thread-messages.ts';

/** How long (ms) after an unexpected end the thread is restarted. */
const restartAfterMs = 1000;

export interface ProjectorThreadParts extends ProjectorThreadData {
  readonly onStatus?: (status: ProjectorStatus) => void;
  readonly onPollFailed?: OnPollFailed;
}

/** The desk's projector and the secondary one. */
export interface ProjectorThread extends Projector {
  /** Follows the log: the thread reads and decodes, the caller handles. */
  readonly follow: EventLog['follow'];
  readonly activity: Pick<Projector, 'status'>;
}

/**
 * Updates the views in a separate thread, so that the event loop that answers calls never waits for a disk. The thread
 * opens the stores itself; on SQLite `events.db` and `vault.db` must exist. If it dies, it is restarted.
 * @throws Error if the thread can't open its stores
 */
export async function startProjectorThread({
  onStatus,
  onPollFailed,
  ...settings
}: ProjectorThreadParts): Promise<ProjectorThread> {
  const [ofDesk, ofActivity] = [openingStatus(desk, ''), openingStatus(activity, '')];
  const statuses = new Map([ofDesk, ofActivity].map((status) => [status.projection, status]));
  const followers = new ThreadFollowers((message) => current.worker.postMessage(message));
  let isStopping = false;
  let restart: NodeJS.Timeout | null = null;
  const pass = (next: ProjectorStatus) => {
    statuses.set(next.projection, next);
    onStatus?.(next);
  };

  /** Resolves with the thread's first message; `refused` is null if it started. */
  function run(): { worker: Worker; ended: Promise<unknown>; refused: Promise<string | null> } {
    const { dataDir, masterKey, eventStoreUrl, viewStoreUrl } = settings;
    const data: ProjectorThreadData = { dataDir, masterKey, eventStoreUrl, viewStoreUrl };
    const worker = spawnWorker('projector-thread', import.meta.url, data);
    let death = 'the projector thread ended';
    const refused = new Promise<string | null>((resolve) => {
      worker.on('message', (message: FromProjectorThread) => {
        if (message.kind === 'pollFailed') return onPollFailed?.(message.failure);
        if (message.kind === 'followed' || message.kind === 'followFailed') return followers.take(message);
        if (message.kind === 'refused') death = message.reason;
        else pass(message.status);
        resolve(message.kind === 'refused' ? message.reason : null);
      });
      worker.on('exit', () => resolve(death));
    });
    worker.on('error', (error) => {
      death = error.message;
    });
    const ended = once(worker, 'exit').catch(() => {
      // An uncaught error in the thread emits 'error', recorded above, then 'exit'.
    });
    worker.on('exit', () => {
      followers.fail(death);
      if (isStopping) return;
      for (const status of [...statuses.values()]) pass({ ...status, caughtUp: false, trouble: death });
      restart = setTimeout(() => {
        followers.fail(death);
        current = run();
      }, restartAfterMs).unref();
    });
    return { worker, ended, refused };
  }

  let current = run();
  const reason = await current.refused;
  if (reason !== null) {
    isStopping = true;
    if (restart) clearTimeout(restart);
    throw new Error(`The projector could not start: ${reason}`);
  }
  const statusOf = (first: ProjectorStatus) => () => statuses.get(first.projection) ?? first;
  return {
    status: statusOf(ofDesk),
    activity: { status: statusOf(ofActivity) },
    follow: followers.follow,
    async stop() {
      isStopping = true;
      if (restart) clearTimeout(restart);
      current.worker.postMessage({ kind: 'stop' } satisfies ToProjectorThread);
      await current.ended;
    },
  };
}
