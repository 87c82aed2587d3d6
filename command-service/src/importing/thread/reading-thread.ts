import { parentPort } from 'node:worker_threads';
import { isRefusal } from '@dayline/contracts/errors';
import type { Lists } from '../../views/lists.ts';
import { readBrought } from '../brought-file.ts';
import { unpacked } from '../file/sealed-files.ts';
import { textOf } from '../file/text.ts';
import { kindsOf } from '../kinds/kinds.ts';
import type { RowParts } from '../parts.ts';
import { refusedCsv } from '../refused-csv.ts';
import { type Answer, rehearse } from '../rehearsal.ts';
import { RehearsedLines } from '../rehearsed-lines.ts';
import { askedOfLists, type FromThread, type Job, type MadeBy, type Question, type ToThread } from './jobs.ts';

const port = parentPort;
if (!port) throw new Error('Files are read in a thread of their own.');
const post = (message: FromThread): void => port.postMessage(message);

const waiting = new Map<number, (answer: unknown) => void>();
let questions = 0;
/** Asks the thread that has the views; it ends this one where it can't answer. */
// biome-ignore lint/suspicious/noExplicitAny: each question has its own answer.
const ask = (about: Question, given: readonly unknown[]): Promise<any> =>
  new Promise((resolve) => {
    questions += 1;
    waiting.set(questions, resolve);
    post({ kind: 'question', id: questions, about, given });
  });
// Casts are safe here and below: rows are read and found, and not carried out.
const lists = Object.fromEntries(
  askedOfLists.map((name) => [name, (...given: unknown[]) => ask(name, given)]),
) as unknown as Lists;
const kinds = kindsOf({ aggregates: {}, commands: {}, lists, log: {} } as unknown as RowParts);
const holderOf = (uhid: string): Promise<string | null> => ask('holderOf', [uhid]);

function textIn(file: Uint8Array): string {
  const read = textOf(unpacked(file));
  if (isRefusal(read)) throw new Error('A file that was read is no text.');
  return read.text;
}

async function carryOut(job: Job): Promise<MadeBy[Job['kind']]> {
  switch (job.kind) {
    case 'read':
      return readBrought(unpacked(job.file), job.note);
    case 'rehearse': {
      const { note, asked, world } = job;
      const answers = job.answers ? (JSON.parse(unpacked(job.answers).toString()) as Answer[]) : [];
      return rehearse(
        { ...note, text: textIn(job.file) },
        { ...asked, answers },
        { kind: kinds[asked.what], world: { ...world, lists, holderOf } },
        (rows) => post({ kind: 'progress', rows }),
      );
    }
    default: {
      const { file, note, found } = job;
      return refusedCsv(textIn(file), note.separator, new RehearsedLines(found));
    }
  }
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'answer') {
    waiting.get(message.id)?.(message.answer);
    waiting.delete(message.id);
    return;
  }
  carryOut(message.job).then(
    (made) => post({ kind: 'made', made }),
    (error: unknown) => post({ kind: 'failed', reason: String(error) }),
  );
});
