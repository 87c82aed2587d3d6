import { parentPort, receiveMessageOnPort } from 'node:worker_threads';

export type ToWriter<Request> = { readonly requests: readonly Request[] } | 'close';

export type FromWriter<Outcome> =
  | { readonly kind: 'ready' }
  /** Opening failed. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The outcomes of one commit, in the order of the requests. */
  | { readonly kind: 'answered'; readonly outcomes: readonly Outcome[] }
  | { readonly kind: 'failed'; readonly count: number; readonly reason: string; readonly mayBeWritten: boolean };

/** The writer thread's interface to its supervisor. */
export interface WriterThread<Outcome> {
  answer(outcomes: readonly Outcome[]): void;
  /** The next `count` requests were not committed, or possibly committed if `mayBeWritten`. */
  fail(count: number, reason: string, mayBeWritten: boolean): void;
  /** Closes the file and ends the thread; the supervisor starts another for the next request. */
  end(): void;
}

export interface FileWriter<Request> {
  /** Commits the requests together and answers them. Throwing ends the thread. */
  commit(requests: readonly Request[]): void;
  close(): void;
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Serves the `SupervisedWriter` that started this thread, on the file that `open` opens. */
export function serveWrites<Request, Outcome>(open: (thread: WriterThread<Outcome>) => FileWriter<Request>): void {
  const port = parentPort;
  if (!port) throw new Error('A writer runs in a thread of its own.');
  const post = (message: FromWriter<Outcome>): void => port.postMessage(message);
  let file: FileWriter<Request> | null = null;
  const end = (): void => {
    file?.close();
    file = null;
    port.close();
  };
  try {
    file = open({
      answer: (outcomes) => post({ kind: 'answered', outcomes }),
      fail: (count, reason, mayBeWritten) => post({ kind: 'failed', count, reason, mayBeWritten }),
      end,
    });
  } catch (error) {
    post({ kind: 'refused', reason: reasonOf(error) });
    return;
  }
  port.on('message', (first: ToWriter<Request>) => {
    let isClosing = false;
    const requests: Request[] = [];
    // Requests that arrived during the last commit share one fsync, without timer or delay.
    for (let next: ToWriter<Request> | undefined = first; next; next = receiveMessageOnPort(port)?.message) {
      if (next === 'close') isClosing = true;
      else requests.push(...next.requests);
    }
    if (requests.length > 0) file?.commit(requests);
    if (isClosing) end();
  });
  post({ kind: 'ready' });
}
