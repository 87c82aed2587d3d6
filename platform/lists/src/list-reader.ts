import type { Worker } from 'node:worker_threads';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { FairQueue, type FairQueueLimits, type Visitor } from '@dayline/runtime/fair-queue';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import type { FromThread, Job, Question, Questions, ResultOf, ToThread } from './messages.ts';

const defaultHeapMegabytes = 256;
/** A thread without a job ends after this time, ms. */
const idleMs = 20_000;

interface JobOptions {
  readonly questions?: Partial<Questions>;
  readonly onProgress?: (rows: number) => void;
}

interface ListReaderLimits extends Omit<FairQueueLimits, 'atOnce'> {
  /** Of the thread's own work per job, ms; its start and waiting for answers are not counted. */
  readonly maxMs: number;
  /** Of the thread's heap; the default is more than any list of 50,000 rows needs. */
  readonly heapMegabytes?: number;
}

/** A thread in which lists are read, one job after another, by clients in turn. It starts with the first job. */
export class ListReader {
  readonly #queue: FairQueue;
  readonly #maxMs: number;
  readonly #heapMegabytes: number;
  #thread: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor({ maxMs, heapMegabytes = defaultHeapMegabytes, ...limits }: ListReaderLimits) {
    this.#heapMegabytes = heapMegabytes;
    this.#maxMs = maxMs;
    this.#queue = new FairQueue({ ...limits, atOnce: 1 });
  }

  /**
   * Refuses a file that needs too much time or memory.
   * @throws TooBusy, the reason of the visitor's signal, Error of the job
   */
  run<Kind extends Job['kind']>(
    visitor: Visitor,
    job: Extract<Job, { kind: Kind }>,
    options: JobOptions = {},
  ): Promise<ResultOf[Kind] | Refusal> {
    // Cast is safe: the kind of a job determines its result.
    return this.#queue.run(visitor, () => this.#carryOut(job, options, visitor.signal)) as Promise<ResultOf[Kind]>;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#thread?.terminate();
  }

  #carryOut(job: Job, options: JobOptions, signal?: AbortSignal): Promise<ResultOf[Job['kind']] | Refusal> {
    const thread = this.#awake();
    const post = (message: ToThread): void => thread.postMessage(message);
    return new Promise<ResultOf[Job['kind']] | Refusal>((resolve, reject) => {
      const settle = (): void => {
        deadline.stop();
        signal?.removeEventListener('abort', onAbort);
        thread.off('message', onMessage).off('error', fail).off('exit', onExit);
      };
      /** Only the thread's end stops its work. */
      const end = (): void => {
        settle();
        // A question may fail after its job's end, when another thread works.
        if (this.#thread === thread) this.#thread = null;
        void thread.terminate();
      };
      const fail = (error: unknown): void => {
        end();
        if (isOutOfMemory(error)) resolve(refuse('import.too-heavy'));
        else reject(error);
      };
      const onAbort = (): void => fail(signal?.reason);
      const deadline = new WorkDeadline(this.#maxMs, () => {
        end();
        resolve(refuse('import.too-heavy'));
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      const onExit = (): void => fail(new Error('The thread that reads lists has ended.'));
      const onMessage = (message: FromThread): void => {
        if (message.kind === 'begun') deadline.begin();
        else if (message.kind === 'progress') options.onProgress?.(message.rows);
        else if (message.kind === 'failed') fail(new Error(message.reason));
        else if (message.kind === 'question') {
          deadline
            .duringAnswer(() => answerOf(message, options))
            .then((answer) => {
              post({ kind: 'answer', id: message.id, answer });
            }, fail);
        } else {
          settle();
          this.#rest(thread);
          resolve(message.result);
        }
      };
      thread.on('message', onMessage).on('error', fail).on('exit', onExit);
      post({ kind: 'job', job });
    });
  }

  #awake(): Worker {
    clearTimeout(this.#idleTimer);
    if (this.#thread) {
      this.#thread.ref();
      return this.#thread;
    }
    const limits = { maxMegabytes: this.#heapMegabytes };
    const thread = spawnWorker('thread/reading-thread', import.meta.url, null, limits);
    this.#thread = thread;
    // An error without a job concerns nobody.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }

  #rest(thread: Worker): void {
    thread.unref();
    this.#idleTimer = setTimeout(() => {
      this.#thread = null;
      void thread.terminate();
    }, idleMs).unref();
  }
}

async function answerOf({ name, parameters }: Question, { questions }: JobOptions): Promise<unknown> {
  // Cast is safe: the thread passes the parameters of the question.
  const answer = questions?.[name] as ((...parameters: readonly unknown[]) => Promise<unknown>) | undefined;
  if (!answer) throw new Error(`A list asks for ${name}, which its job does not answer.`);
  return answer(...parameters);
}

/** A deadline that stands still while a question is answered: a slow store does not make a file too heavy. */
class WorkDeadline {
  readonly #onEnd: () => void;
  #leftMs: number;
  #since = 0;
  #openQuestions = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(ms: number, onEnd: () => void) {
    this.#leftMs = ms;
    this.#onEnd = onEnd;
  }

  begin(): void {
    this.#run();
  }

  async duringAnswer(answer: () => Promise<unknown>): Promise<unknown> {
    this.#openQuestions += 1;
    if (this.#openQuestions === 1) this.#pause();
    const value = await answer();
    this.#openQuestions -= 1;
    if (this.#openQuestions === 0) this.#run();
    return value;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #run(): void {
    if (this.#isStopped) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onEnd, this.#leftMs);
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#since;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
