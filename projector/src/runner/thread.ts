import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { EventLog } from '@dayline/event-log/port';
import type { OnPollFailed } from '@dayline/runtime/polling';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import type { ProjectionDefinition } from '@dayline/view-store/port';
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

/** One thread after another: a new one starts after each unexpected end. */
class ProjectorThreads {
  readonly #parts: ProjectorThreadParts;
  readonly #statuses = new Map<string, ProjectorStatus>();
  #isStopping = false;
  #restart: NodeJS.Timeout | undefined;
  #worker: Worker;
  #ended: Promise<unknown> = Promise.resolve();
  readonly followers = new ThreadFollowers((message) => this.#worker.postMessage(message));
  /** Resolves with the failure in the first thread's first message; null if it started. */
  readonly refused: Promise<string | null>;

  constructor(parts: ProjectorThreadParts) {
    this.#parts = parts;
    for (const status of [desk, activity].map((projection) => openingStatus(projection, ''))) {
      this.#statuses.set(status.projection, status);
    }
    this.#worker = this.#spawn();
    this.refused = this.#run(this.#worker);
  }

  statusOf(definition: ProjectionDefinition): ProjectorStatus {
    const opening = openingStatus(definition, '');
    return this.#statuses.get(opening.projection) ?? opening;
  }

  #pass(next: ProjectorStatus): void {
    this.#statuses.set(next.projection, next);
    this.#parts.onStatus?.(next);
  }

  #spawn(): Worker {
    const { dataDir, masterKey, eventStoreUrl, viewStoreUrl } = this.#parts;
    const data: ProjectorThreadData = { dataDir, masterKey, eventStoreUrl, viewStoreUrl };
    return spawnWorker('projector-thread', import.meta.url, data);
  }

  #run(worker: Worker): Promise<string | null> {
    let death = 'the projector thread ended';
    const failure = new Promise<string | null>((resolve) => {
      worker.on('message', (message: FromProjectorThread) => {
        if (message.kind === 'pollFailed') return this.#parts.onPollFailed?.(message.failure);
        if (message.kind === 'followed' || message.kind === 'followFailed') return this.followers.take(message);
        if (message.kind === 'refused') death = message.reason;
        else this.#pass(message.status);
        resolve(message.kind === 'refused' ? message.reason : null);
      });
      worker.on('exit', () => resolve(death));
    });
    worker.on('error', (error) => {
      death = error.message;
    });
    this.#ended = once(worker, 'exit').catch(() => {
      // An uncaught error in the thread emits 'error', recorded above, then 'exit'.
    });
    worker.on('exit', () => this.#onEnd(death));
    return failure;
  }

  #onEnd(death: string): void {
    this.followers.fail(death);
    if (this.#isStopping) return;
    for (const status of [...this.#statuses.values()]) this.#pass({ ...status, caughtUp: false, trouble: death });
    this.#restart = setTimeout(() => {
      this.followers.fail(death);
      this.#worker = this.#spawn();
      void this.#run(this.#worker);
    }, restartAfterMs).unref();
  }

  /** Ends the restarts. */
  giveUp(): void {
    this.#isStopping = true;
    clearTimeout(this.#restart);
  }

  async stop(): Promise<void> {
    this.giveUp();
    this.#worker.postMessage({ kind: 'stop' } satisfies ToProjectorThread);
    await this.#ended;
  }
}

/**
 * Updates the views in a separate thread, so that the event loop that answers calls never waits for a disk. The thread
 * opens the stores itself; on SQLite `events.db` and `vault.db` must exist. If it dies, it is restarted.
 * @throws Error if the thread can't open its stores
 */
export async function startProjectorThread(parts: ProjectorThreadParts): Promise<ProjectorThread> {
  const threads = new ProjectorThreads(parts);
  const reason = await threads.refused;
  if (reason !== null) {
    threads.giveUp();
    throw new Error(`The projector could not start: ${reason}`);
  }
  return {
    status: () => threads.statusOf(desk),
    activity: { status: () => threads.statusOf(activity) },
    follow: threads.followers.follow,
    stop: () => threads.stop(),
  };
}
