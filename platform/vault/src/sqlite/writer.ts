import type { Worker } from 'node:worker_threads';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import { SupervisedWriter } from '@dayline/runtime/worker/supervised-writer';
import { VaultUnavailable } from '../port.ts';
import type { VaultWrites, WriteName, WriteOutcome, WriteRequest } from './writes.ts';

export interface WriterData {
  readonly path: string;
  readonly fingerprint: string;
}

/** The calling thread's interface to the writer thread. */
export interface Writer {
  /** Resolves once the write is durable. @throws VaultUnavailable */
  write<Name extends WriteName>(
    write: Name,
    ...args: Parameters<VaultWrites[Name]>
  ): Promise<ReturnType<VaultWrites[Name]>>;
  close(): Promise<void>;
}

export type SpawnWriter = (data: WriterData) => Worker;
const spawnThread: SpawnWriter = (data) => spawnWorker('writer-thread', import.meta.url, data);

const partsOf = (data: WriterData, spawn: SpawnWriter) => ({
  name: 'The vault',
  spawn: () => spawn(data),
  unavailable: (message: string) => new VaultUnavailable(message),
});

/**
 * Resolves once the thread has opened the file. If a thread dies, its pending writes may or may not be stored.
 * @throws Error if the file can't be opened with this MASTER_KEY
 */
export async function startWriter(data: WriterData, spawn = spawnThread): Promise<Writer> {
  return writerOf(await SupervisedWriter.start<WriteRequest, WriteOutcome>(partsOf(data, spawn)));
}

/** The thread starts with the first write. */
export const writerOnDemand = (data: WriterData): Writer =>
  writerOf(SupervisedWriter.onDemand<WriteRequest, WriteOutcome>(partsOf(data, spawnThread)));

function writerOf(writer: SupervisedWriter<WriteRequest, WriteOutcome>): Writer {
  return {
    async write<Name extends WriteName>(write: Name, ...args: Parameters<VaultWrites[Name]>) {
      // Cast is safe: this function's signature pairs name and parameters.
      const outcome = await writer.ask({ write, with: args } as unknown as WriteRequest);
      if ('fault' in outcome) throw new Error(outcome.fault);
      // Cast is safe: the outcome belongs to the named write.
      return outcome.done as ReturnType<VaultWrites[Name]>;
    },
    close: () => writer.close(),
  };
}
