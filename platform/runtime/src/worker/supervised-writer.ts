import type { Worker } from 'node:worker_threads';
import type { FromWriter, ToWriter } from './serve-writes.ts';

export interface SupervisedWriterParts<Outcome> {
  /** Starts error messages, such as `The vault`. */
  readonly name: string;
  /** Starts a thread that calls `serveWrites`; `isRestart` if an earlier one had opened the file. */
  readonly spawn: (isRestart: boolean) => Worker;
  /** The error of a failed request; `mayBeWritten` if its thread may have committed it. */
  readonly unavailable: (message: string, mayBeWritten: boolean) => Error;
  /** Called after each commit, before its requests are answered. */
  readonly onAnswered?: (outcomes: readonly Outcome[]) => void;
}

interface Waiting<Request, Outcome> {
  readonly request: Request;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

interface Thread<Request, Outcome> {
  readonly worker: Worker;
  /** Sent and unanswered requests; the thread answers in order. */
  readonly sent: Waiting<Request, Outcome>[];
  /** Null if it opened the file, else the reason. */
  readonly opened: Promise<string | null>;
  readonly ended: Promise<void>;
}

/**
 * Maximum number of requests that are waiting or sent: a disk's work of some seconds. More would wait longer than an
 * answer may take, and each takes memory.
 */
const maxWaiting = 10_000;

/**
 * The calling thread's interface to a thread that owns a file's writing connection. If the thread dies, its pending
 * requests fail and the next request starts another.
 */
export class SupervisedWriter<Request, Outcome> {
  readonly #parts: SupervisedWriterParts<Outcome>;
  #thread: Thread<Request, Outcome> | null = null;
  #outbox: Waiting<Request, Outcome>[] = [];
  #hasOpened = false;
  #isClosing = false;

  private constructor(parts: SupervisedWriterParts<Outcome>) {
    this.#parts = parts;
  }

  /**
   * Resolves once the thread has opened the file.
   * @throws Error if it can't be opened
   */
  static async start<Request, Outcome>(
    parts: SupervisedWriterParts<Outcome>,
  ): Promise<SupervisedWriter<Request, Outcome>> {
    const writer = SupervisedWriter.onDemand<Request, Outcome>(parts);
    writer.#thread = writer.#startThread();
    const failure = await writer.#thread.opened;
    if (failure !== null) throw new Error(failure);
    return writer;
  }

  /** Starts the thread with the first request, for a file that exists. */
  static onDemand<Request, Outcome>(parts: SupervisedWriterParts<Outcome>): SupervisedWriter<Request, Outcome> {
    return new SupervisedWriter<Request, Outcome>(parts);
  }

  /** Resolves once the request is durable. */
  ask(request: Request): Promise<Outcome> {
    const { name, unavailable } = this.#parts;
    if (this.#isClosing) return Promise.reject(unavailable(`${name} is closed.`, false));
    if (this.#outbox.length + (this.#thread?.sent.length ?? 0) >= maxWaiting) {
      return Promise.reject(unavailable(`${name} has too many writes waiting.`, false));
    }
    return new Promise((resolve, reject) => {
      // One message with all requests of this event-loop turn.
      if (this.#outbox.length === 0) setImmediate(() => this.#send());
      this.#outbox.push({ request, resolve, reject });
    });
  }

  /** Resolves once all requests are settled and the file is closed. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#send();
    const thread = this.#thread;
    thread?.worker.postMessage('close' satisfies ToWriter<Request>);
    await thread?.ended;
  }

  #send(): void {
    const batch = this.#outbox;
    if (batch.length === 0) return;
    this.#outbox = [];
    this.#thread ??= this.#startThread();
    this.#thread.sent.push(...batch);
    const message: ToWriter<Request> = { requests: batch.map(({ request }) => request) };
    this.#thread.worker.postMessage(message);
  }

  #startThread(): Thread<Request, Outcome> {
    const { name, spawn, unavailable } = this.#parts;
    const worker = spawn(this.#hasOpened);
    const sentRequests: Waiting<Request, Outcome>[] = [];
    let isReady = false;
    let reason = 'its thread ended';
    const failSent = (count: number, message: string, mayBeWritten: boolean) => {
      for (const { reject } of sentRequests.splice(0, count)) reject(unavailable(message, mayBeWritten));
    };
    const whenOpen = new Promise<string | null>((resolve) => {
      worker.on('message', (message: FromWriter<Outcome>) => {
        if (message.kind === 'ready') {
          isReady = true;
          this.#hasOpened = true;
          resolve(null);
        } else if (message.kind === 'refused') {
          reason = message.reason;
        } else if (message.kind === 'failed') {
          failSent(message.count, `${name} could not be written: ${message.reason}`, message.mayBeWritten);
        } else {
          this.#settle(sentRequests, message.outcomes);
        }
      });
      worker.on('exit', () => resolve(reason));
    });
    worker.on('error', (error) => {
      reason = error.message;
    });
    const ending = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        if (this.#thread?.worker === worker) this.#thread = null;
        // A thread that had opened the file may have committed its requests before it died.
        failSent(sentRequests.length, `${name}'s writer stopped: ${reason}`, isReady);
        resolve();
      });
    });
    return { worker, sent: sentRequests, opened: whenOpen, ended: ending };
  }

  #settle(requests: Waiting<Request, Outcome>[], outcomes: readonly Outcome[]): void {
    this.#parts.onAnswered?.(outcomes);
    const batch = requests.splice(0, outcomes.length);
    for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
  }
}
