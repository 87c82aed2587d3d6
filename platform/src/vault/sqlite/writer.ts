import type { Worker } from 'node:worker_threads';
import { spawnWorker } from '../../worker/spawn.ts';
import { VaultUnavailable } from '../port.ts';
import type { FromWriter, ToWriter, VaultWrites, WriteName, WriteOutcome, WriteRequest } from './writes.ts';

export interface WriterData {
  readonly path: string;
  readonly fingerprint: string;
}

/** The calling thread's side of the one that writes. */
export interface Writer {
  /** Resolves after the write is durable. @throws VaultUnavailable */
  write<Name extends WriteName>(
    write: Name,
    ...given: Parameters<VaultWrites[Name]>
  ): Promise<ReturnType<VaultWrites[Name]>>;
  close(): Promise<void>;
}

interface Waiting {
  readonly request: WriteRequest;
  readonly settle: (outcome: WriteOutcome) => void;
  readonly fail: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** What it was sent and hasn't answered; it answers in order. */
  readonly sent: Waiting[];
  /** Null when it has opened the file, else why it didn't. */
  readonly opened: Promise<string | null>;
  readonly ended: Promise<void>;
}

export type SpawnWriter = (data: WriterData) => Worker;
const spawnThread: SpawnWriter = (data) => spawnWorker('writer-thread', import.meta.url, data);

/**
 * Resolves once the thread has opened the file. One that dies later fails what it was sent, which may have been kept or
 * not; the next write starts another.
 * @throws Error when the file can't be opened, or not with this MASTER_KEY
 */
export async function startWriter(data: WriterData, spawn = spawnThread): Promise<Writer> {
  let thread: Thread | null = null;
  /** Not yet sent. */
  let outbox: Waiting[] = [];
  let closing = false;

  function startThread(): Thread {
    const worker = spawn(data);
    const sent: Waiting[] = [];
    let reason = 'its thread ended';
    const opened = new Promise<string | null>((resolve) => {
      worker.on('message', (message: FromWriter) => {
        if (message.kind === 'ready') resolve(null);
        else if (message.kind === 'refused') reason = message.reason;
        else if (message.kind === 'failed') {
          for (const { fail } of sent.splice(0, message.count)) {
            fail(new VaultUnavailable(`The vault could not be written: ${message.reason}`));
          }
        } else {
          const answered = sent.splice(0, message.outcomes.length);
          for (const [place, outcome] of message.outcomes.entries()) answered[place]?.settle(outcome);
        }
      });
      worker.on('error', (error) => {
        reason = error.message;
      });
      worker.on('exit', () => {
        if (thread?.worker === worker) thread = null;
        for (const { fail } of sent.splice(0)) fail(new VaultUnavailable(`The vault's writer stopped: ${reason}`));
        resolve(reason);
      });
    });
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => resolve());
    });
    return { worker, sent, opened, ended };
  }

  function send(): void {
    const batch = outbox;
    if (batch.length === 0) return;
    outbox = [];
    thread ??= startThread();
    thread.sent.push(...batch);
    thread.worker.postMessage({ writes: batch.map(({ request }) => request) } satisfies ToWriter);
  }

  thread = startThread();
  const refused = await thread.opened;
  if (refused !== null) throw new Error(refused);

  return {
    write<Name extends WriteName>(write: Name, ...given: Parameters<VaultWrites[Name]>) {
      if (closing) return Promise.reject(new VaultUnavailable('The vault is closed.'));
      return new Promise<ReturnType<VaultWrites[Name]>>((resolve, reject) => {
        if (outbox.length === 0) setImmediate(send);
        outbox.push({
          // A request as the union of all writes: name and parameters belong together by this function's signature.
          request: { write, with: given } as unknown as WriteRequest,
          settle: (outcome) =>
            'fault' in outcome
              ? reject(new Error(outcome.fault))
              : // The outcome of the write that was named.
                resolve(outcome.done as ReturnType<VaultWrites[Name]>),
          fail: reject,
        });
      });
    },
    async close() {
      closing = true;
      send();
      const last = thread;
      last?.worker.postMessage('close' satisfies ToWriter);
      await last?.ended;
    },
  };
}
