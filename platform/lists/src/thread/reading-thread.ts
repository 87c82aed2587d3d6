import { parentPort } from 'node:worker_threads';
import { isRefusal } from '@dayline/contracts/errors';
import { unzip, unzipJson } from '../gzip.ts';
import type { Decision, FromThread, Job, Questions, ResultOf, ToThread } from '../messages.ts';
import { PreviewRows } from '../preview-rows.ts';
import { listText } from './file/list-text.ts';
import { readFile } from './file/read-file.ts';
import { makePreview } from './preview.ts';
import { refusedCsv } from './refused-csv.ts';

const port = parentPort;
if (!port) throw new Error('Lists are read in a thread of their own.');
const post = (message: FromThread): void => port.postMessage(message);

const pending = new Map<number, (answer: unknown) => void>();
let lastId = 0;
/** Asks the thread that has the views; where that fails, it ends this thread. */
function ask(name: keyof Questions, parameters: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve) => {
    lastId += 1;
    pending.set(lastId, resolve);
    post({ kind: 'question', id: lastId, name, parameters });
  });
}
// Casts are safe: each question is asked and answered by its name.
const records = new Proxy({} as Questions, {
  get:
    (_, name) =>
    (...parameters: unknown[]) =>
      ask(name as keyof Questions, parameters),
});

async function textIn(file: Uint8Array): Promise<string> {
  const text = await listText(unzip(file));
  if (isRefusal(text)) throw new Error('A file that was read is not text.');
  return text.text;
}

async function carryOut(job: Job): Promise<ResultOf[Job['kind']]> {
  if (job.kind === 'read') {
    const { fileName, listKind } = job;
    return readFile({ bytes: unzip(job.file), fileName, listKind }, records);
  }
  const text = await textIn(job.file);
  if (job.kind === 'refusedRows') return refusedCsv(text, job.facts, new PreviewRows(job.preview));
  const { facts, choices, digest, client } = job;
  const decisions = job.decisions ? unzipJson<readonly Decision[]>(job.decisions) : [];
  const onProgress = (rows: number) => post({ kind: 'progress', rows });
  return makePreview({ text, facts, choices, digest, decisions, client: { ...client, records }, onProgress });
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'answer') {
    pending.get(message.id)?.(message.answer);
    pending.delete(message.id);
    return;
  }
  post({ kind: 'begun' });
  carryOut(message.job).then(
    (result) => post({ kind: 'result', result }),
    (error: unknown) => post({ kind: 'failed', reason: String(error) }),
  );
});
