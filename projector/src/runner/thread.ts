import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { spawnWorker } from '@dayline/platform/worker/spawn';
import { desk } from '../projections/desk/projection.ts';
import type { Projector } from './start.ts';
import type { ProjectorStatus } from './status.ts';
import type { FromProjectorThread, ProjectorThreadData, ToProjectorThread } from './thread-messages.ts';

/** How long (ms) after its end a thread that nobody stopped is started again. */
const restartAfterMs = 1000;

export interface ProjectorThreadParts extends ProjectorThreadData {
  readonly onStatus?: (status: ProjectorStatus) => void;
}

/**
 * Keeps the desk in a thread of its own, so that the event loop that answers never waits for a disk. The thread opens
 * the stores by itself; on SQLite `events.db` and `vault.db` must be there. One that dies is started again.
 * @throws Error when the thread can't open its stores
 */
export async function startProjectorThread({ onStatus, ...settings }: ProjectorThreadParts): Promise<Projector> {
  let status: ProjectorStatus = {
    projection: `${desk.name}@${desk.version}`,
    checkpoint: null,
    head: '',
    caughtUp: false,
    parkedEvents: 0,
    parkedStreams: [],
    stopped: null,
    trouble: null,
  };
  let isStopping = false;
  let restart: NodeJS.Timeout | null = null;
  const pass = (next: ProjectorStatus) => {
    status = next;
    onStatus?.(status);
  };

  /** Resolves with the first word of the thread, null when it has started well. */
  function run(): { worker: Worker; ended: Promise<unknown>; refused: Promise<string | null> } {
    const { dataDir, masterKey, eventStoreUrl, viewStoreUrl } = settings;
    const data: ProjectorThreadData = { dataDir, masterKey, eventStoreUrl, viewStoreUrl };
    const worker = spawnWorker('projector-thread', import.meta.url, data);
    let death = 'the projector thread ended';
    const refused = new Promise<string | null>((resolve) => {
      worker.on('message', (message: FromProjectorThread) => {
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
      // An uncaught fault in the thread comes as its 'error', kept above; the exit follows it.
    });
    worker.on('exit', () => {
      if (isStopping) return;
      pass({ ...status, caughtUp: false, trouble: death });
      restart = setTimeout(() => {
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
  return {
    status: () => status,
    async stop() {
      isStopping = true;
      if (restart) clearTimeout(restart);
      current.worker.postMessage({ kind: 'stop' } satisfies ToProjectorThread);
      await current.ended;
    },
  };
}
