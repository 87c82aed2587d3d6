import type { Worker } from 'node:worker_threads';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { FairQueue, type FairQueueLimits, type Visitor } from '@dayline/runtime/fair-queue';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import type { CommandContext } from '../../command-handler/command-context.ts';
import type { FromThread, Job, MadeBy, Question, ToThread } from './jobs.ts';

/** Turns go round the clients; each account has its tickets. */
export const visitorOf = ({ clientId, actor, signal }: CommandContext): Visitor => ({
  group: clientId,
  owner: actor.id,
  signal,
});

const usualMegabytes = 256;
/** A thread without work ends after this time, ms. */
const idleMs = 20_000;

export interface Watching {
  readonly onProgress?: (rows: number) => void;
  readonly answer?: (about: Question, given: readonly unknown[]) => Promise<unknown>;
}

interface ReaderLimits extends Omit<FairQueueLimits, 'atOnce'> {
  /** How long one job may take, in ms. */
  readonly mostMs: number;
  /** Of the thread's heap; the usual is more than any list of 50,000 rows needs. */
  readonly mostMegabytes?: number;
}

/** A thread in which files are read, one job after another, by clients in turn; started with the first of them. */
export class Reader {
  readonly #queue: FairQueue;
  readonly #mostMs: number;
  readonly #mostMegabytes: number;
  #thread: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor({ mostMs, mostMegabytes = usualMegabytes, ...limits }: ReaderLimits) {
    this.#mostMegabytes = mostMegabytes;
    this.#mostMs = mostMs;
    this.#queue = new FairQueue({ ...limits, atOnce: 1 });
  }

  /**
   * Refuses a file that needs too much time or memory.
   * @throws TooBusy, the reason of the visitor's signal, Error of the job
   */
  run<Kind extends Job['kind']>(
    visitor: Visitor,
    job: Extract<Job, { kind: Kind }>,
    watching: Watching = {},
  ): Promise<MadeBy[Kind] | Refusal> {
    // Cast is safe: the thread makes what the kind of job says.
    return this.#queue.run(visitor, () => this.#carryOut(job, watching, visitor.signal)) as Promise<MadeBy[Kind]>;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
  }

  #carryOut(job: Job, { onProgress, answer }: Watching, signal?: AbortSignal): Promise<MadeBy[Job['kind']] | Refusal> {
    const thread = this.#woken();
    const post = (message: ToThread): void => thread.postMessage(message);
    return new Promise<MadeBy[Job['kind']] | Refusal>((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', aborted);
        thread.off('message', hear).off('error', fail).off('exit', exited);
      };
      /** Nothing but the thread's end stops what it does. */
      const end = (): void => {
        settle();
        this.#thread = null;
        void thread.terminate();
      };
      const fail = (error: unknown): void => {
        end();
        if (isOutOfMemory(error)) resolve(refuse('import.too-heavy'));
        else reject(error);
      };
      const aborted = (): void => fail(signal?.reason);
      const timer = setTimeout(() => {
        end();
        resolve(refuse('import.too-heavy'));
      }, this.#mostMs);
      signal?.addEventListener('abort', aborted, { once: true });
      const exited = (): void => fail(new Error('The thread that reads files has ended.'));
      const hear = (message: FromThread): void => {
        if (message.kind === 'progress') onProgress?.(message.rows);
        else if (message.kind === 'failed') fail(new Error(message.reason));
        else if (message.kind === 'question') {
          const { id, about, given } = message;
          answer?.(about, given).then((found) => post({ kind: 'answer', id, answer: found }), fail);
        } else {
          settle();
          this.#rest(thread);
          resolve(message.made);
        }
      };
      thread.on('message', hear).on('error', fail).on('exit', exited);
      post({ kind: 'job', job });
    });
  }

  #woken(): Worker {
    clearTimeout(this.#idle);
    if (this.#thread) {
      this.#thread.ref();
      return this.#thread;
    }
    const thread = spawnWorker('reading-thread', import.meta.url, null, { mostMegabytes: this.#mostMegabytes });
    this.#thread = thread;
    // Without a job, what it throws is of no interest.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }

  #rest(thread: Worker): void {
    thread.unref();
    this.#idle = setTimeout(() => {
      this.#thread = null;
      void thread.terminate();
    }, idleMs).unref();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
