import { setTimeout as pause } from 'node:timers/promises';
import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { importFindings } from '@dayline/contracts/endpoints/import';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { cellOf } from '@dayline/contracts/fields/csv-cell';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { FileNote } from './brought-file.ts';
import type { BroughtFiles, Kept } from './brought-files.ts';
import { rowsOf } from './file/rows.ts';
import { textOf } from './file/text.ts';
import type { World } from './kinds/kind.ts';
import type { Kinds } from './kinds/kinds.ts';
import type { ImportingParts } from './parts.ts';
import { type Asked, digestOf, rehearse } from './rehearsal.ts';
import { RehearsedLines } from './rehearsed-lines.ts';
import { lacking } from './rows/columns.ts';
import { openTurns, readingMs } from './turns.ts';

type Reply = Pick<ResponseOf<'rehearseImport'>, 'progress' | 'rehearsal'>;

interface Job {
  done: number;
  readonly finished: Promise<RehearsedLines>;
}

/** How long a call waits for a rehearsal before it says how far it is, ms. */
const waitMs = 3_000;
/** Rows in one piece of a file that is taken out. */
const rowsOfPiece = 500;

export interface RehearsalsParts extends Pick<ImportingParts, 'aggregates' | 'commands' | 'views' | 'log'> {
  readonly files: BroughtFiles;
  readonly kinds: Kinds;
}

/** Rehearsals of brought files. Each is made once and lies beside its file, from which pages of it are read. */
export class Rehearsals {
  readonly #parts: RehearsalsParts;
  readonly #jobs = new Map<string, Job>();
  /** One after another: each keeps a part of a processor busy. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: RehearsalsParts) {
    this.#parts = parts;
  }

  /** A page of what a start would do; of a long file, first how far its rehearsal is. */
  async page(request: RequestOf<'rehearseImport'>, by: CommandContext): Promise<Reply | Refusal> {
    const { importId, show, page, pageSize, ...asked } = request;
    const file = await this.#parts.files.waiting(importId, by);
    if (isRefusal(file)) return file;
    const fault = faultOf(asked, file.note);
    if (fault) return fault;
    const { rows, hash } = file.note;
    const digest = digestOf(hash, asked);
    const known = await this.lines(importId, by);
    const isKnown = known?.rehearsal.digest === digest;
    const job = isKnown ? null : await this.#jobOf(`${importId} ${digest}`, file, asked, by);
    if (job && isRefusal(job)) return job;
    const lines = isKnown ? known : await Promise.race([job?.finished, soon()]);
    if (!lines) return { progress: { done: job?.done ?? 0, rows }, rehearsal: null };
    return { progress: { done: rows, rows }, rehearsal: pageOf(lines, { show, page, pageSize }) };
  }

  /** What the last rehearsal found. Null if there is none. */
  async lines(importId: string, { clientId }: Pick<CommandContext, 'clientId'>): Promise<RehearsedLines | null> {
    const found = await this.#parts.files.sealed.get({ clientId, importId }, 'found');
    return found && new RehearsedLines(found);
  }

  /** The rows that stay out, as they stand in the file, with the reason beside. */
  async refusedRows(
    { importId, digest }: Pick<RequestOf<'exportRefusedRows'>, 'importId' | 'digest'>,
    by: CommandContext,
  ) {
    const [kept, lines] = await Promise.all([this.#parts.files.kept(importId, by), this.lines(importId, by)]);
    if (!kept || !lines) return refuse('import.unknown');
    if (lines.rehearsal.digest !== digest) return refuse('import.changed');
    const file = textOf(kept.bytes());
    if (isRefusal(file)) return file;
    const { separator, fileName } = kept.note;
    return { fileName, text: refusedCsv(rowsOf(file.text, separator, openTurns(readingMs)), lines) };
  }

  async #jobOf(key: string, file: Kept, asked: Asked, by: CommandContext): Promise<Job | Refusal> {
    const running = this.#jobs.get(key);
    if (running) return running;
    const world = await this.#worldOf(by);
    if (isRefusal(world)) return world;
    const job: Job = { done: 0, finished: this.#turn.then(() => this.#make(key, { file, asked, world }, job)) };
    this.#jobs.set(key, job);
    this.#turn = job.finished.catch(() => undefined).finally(() => this.#jobs.delete(key));
    return job;
  }

  async #make(
    key: string,
    { file, asked, world }: { readonly file: Kept; readonly asked: Asked; readonly world: World },
    job: Job,
  ): Promise<RehearsedLines> {
    const { kinds, files } = this.#parts;
    const read = textOf(file.bytes());
    if (isRefusal(read)) throw new Error('A file that was read is no text.');
    const found = await rehearse(
      { ...file.note, text: read.text },
      asked,
      { kind: kinds[asked.what], world },
      (rows) => {
        job.done = rows;
      },
    );
    const [importId = ''] = key.split(' ');
    await files.sealed.put({ clientId: world.clientId, importId }, 'found', found);
    return new RehearsedLines(found);
  }

  async #worldOf({ clientId, now }: CommandContext): Promise<World | Refusal> {
    const { aggregates, commands, views, log } = this.#parts;
    // What the log has by now: what somebody has just entered is known.
    const lists = await views.listsAt(await log.head());
    if (!lists) return refuse('views.building');
    const [client, calendar] = await Promise.all([
      aggregates.clients.load(streams.client(clientId), 0),
      aggregates.calendars.load(streams.clientCalendar(clientId), 0),
    ]);
    return {
      clientId,
      today: clinicDate(now, client.state?.zone ?? defaultZone),
      lists,
      branches: client.state?.branches ?? [],
      calendar: calendar.state,
      holderOf: (uhid) => commands.holderOf(clientId, uhid),
    };
  }
}

const soon = (): Promise<null> => pause(waitMs, null, { ref: false });

/** What is wrong with a choice of columns. */
function faultOf({ what, columns }: Asked, { headers }: FileNote): Refusal | null {
  const chosen = columns.filter((field) => field !== null);
  if (new Set(chosen).size < chosen.length || columns.length > headers.length) return refuse('import.column-twice');
  return lacking(what, columns).length > 0 ? refuse('import.column-missing') : null;
}

type Shown = Pick<RequestOf<'rehearseImport'>, 'show' | 'page' | 'pageSize'>;

function pageOf(lines: RehearsedLines, { show, page, pageSize }: Shown): Reply['rehearsal'] {
  const { digest, counts, starts } = lines.rehearsal;
  const from = (page - 1) * pageSize;
  const found = show === 'all' ? lines.with(...importFindings) : lines.with(show);
  const rows = found.slice(from, from + pageSize).map((index) => {
    const { command: _, ...row } = lines.row(index);
    return row;
  });
  return { digest, counts, starts, total: counts[show], rows };
}

async function* refusedCsv(rows: ReturnType<typeof rowsOf>, lines: RehearsedLines): AsyncGenerator<string> {
  const reasons = new Map<number, string>();
  for (const index of lines.with('refused', 'asks')) {
    const { row, problem } = lines.row(index);
    reasons.set(row, problem?.sentence ?? '');
  }
  let piece = '\uFEFF';
  let count = 0;
  let width = 0;
  for await (const { row, cells } of rows) {
    const reason = width === 0 ? 'Reason' : reasons.get(row);
    width ||= cells.length;
    if (reason === undefined) continue;
    const padded = Array.from({ length: width }, (_, index) => cells[index] ?? '');
    piece += `${[...padded, reason].map(cellOf).join(',')}\r\n`;
    count += 1;
    if (count % rowsOfPiece > 0) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
