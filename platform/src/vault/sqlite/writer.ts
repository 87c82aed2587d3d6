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

/** Resolves once the thread has opened the file. @throws Error when it can't be opened, or not with this MASTER_KEY */
export async function startWriter(data: WriterData): Promise<Writer> {
  const worker = spawnWorker('writer-thread', import.meta.url, data);
  /** Not yet sent, and sent but not yet answered; the thread answers in order. */
  let outbox: Waiting[] = [];
  const sent: Waiting[] = [];
  let stopped: string | null = null;
  let closing = false;
  const post = (message: ToWriter): void => worker.postMessage(message);

  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      stopped ??= 'its thread ended';
      for (const { fail } of [...sent.splice(0), ...outbox.splice(0)]) {
        fail(new VaultUnavailable(`The vault stopped: ${stopped}`));
      }
      resolve();
    });
  });

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWriter) => {
      if (message.kind === 'ready') return resolve();
      if (message.kind === 'refused') {
        stopped = message.reason;
        return reject(new Error(message.reason));
      }
      if (message.kind === 'failed') {
        for (const { fail } of sent.splice(0, message.count)) {
          fail(new VaultUnavailable(`The vault could not be written: ${message.reason}`));
        }
        return;
      }
      const answered = sent.splice(0, message.outcomes.length);
      for (const [place, outcome] of message.outcomes.entries()) answered[place]?.settle(outcome);
    });
    worker.on('error', (error) => {
      stopped = error.message;
      reject(error);
    });
  });

  function send(): void {
    const batch = outbox;
    if (batch.length === 0) return;
    outbox = [];
    sent.push(...batch);
    post({ writes: batch.map(({ request }) => request) });
  }

  return {
    write<Name extends WriteName>(write: Name, ...given: Parameters<VaultWrites[Name]>) {
      if (closing || stopped !== null) {
        return Promise.reject(new VaultUnavailable(`The vault is closed${stopped ? `: ${stopped}` : ''}.`));
      }
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
      if (stopped === null) post('close');
      await ended;
    },
  };
}
