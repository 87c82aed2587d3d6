import { workerData } from 'node:worker_threads';
import { writeInTurn } from '@dayline/runtime/sqlite-wal';
import { reasonOf, serveWrites } from '@dayline/runtime/worker/serve-writes';
import { openForWriting } from './connection.ts';
import type { WriterData } from './writer.ts';
import { type VaultWrites, vaultWrites, type WriteOutcome, type WriteRequest } from './writes.ts';

// Cast is safe: only writer.ts starts this thread.
const { path, fingerprint } = workerData as WriterData;

function perform(writes: VaultWrites, { write, with: args }: WriteRequest): WriteOutcome {
  // Cast is safe: a request's parameters are those of its write (writes.ts), which a union can't express.
  const run = writes[write] as (...parameters: typeof args) => ReturnType<VaultWrites[typeof write]>;
  return { done: run(...args) };
}

serveWrites<WriteRequest, WriteOutcome>(({ answer, fail }) => {
  const db = openForWriting(path, fingerprint);
  const writes = vaultWrites(db);
  const inTransaction = db.transaction((request: WriteRequest) => perform(writes, request));
  const all = db.transaction((requests: readonly WriteRequest[]): WriteOutcome[] =>
    requests.map((request) => {
      try {
        return inTransaction(request);
      } catch (error) {
        // Its savepoint was rolled back; the rest of the batch continues, unless the transaction is lost.
        if (!db.inTransaction) throw error;
        return { fault: reasonOf(error) };
      }
    }),
  );

  return {
    commit(requests) {
      try {
        answer(writeInTurn(db, () => all.immediate(requests)));
      } catch (error) {
        fail(requests.length, reasonOf(error), true);
      }
    },
    close: () => db.close(),
  };
});
