import { setTimeout as pause } from 'node:timers/promises';
import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { importFindings } from '@dayline/contracts/endpoints/import';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Visitor } from '@dayline/runtime/fair-queue';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { Answers } from './answers.ts';
import type { FileNote } from './brought-file.ts';
import type { BroughtFiles, Kept } from './brought-files.ts';
import type { World } from './kinds/kind.ts';
import type { ImportingParts } from './parts.ts';
import { type Asked, digestOf } from './rehearsal.ts';
import { RehearsedLines } from './rehearsed-lines.ts';
import { lacking } from './rows/columns.ts';
import type { Job } from './thread/jobs.ts';
import { Reader, visitorOf } from './thread/reader.ts';

type Reply = Pick<ResponseOf<'rehearseImport'>, 'progress' | 'rehearsal'>;

interface Making {
  done: number;
  readonly finished: Promise<RehearsedLines | Refusal>;
  readonly ending: AbortController;
  waiting: number;
  /** Runs while nobody waits. */
  left?: NodeJS.Timeout;
}

/** How long a call waits for a rehearsal before it says how far it is, ms. */
const waitMs = 3_000;
/** How long a rehearsal goes on between two calls that wait for it, ms. */
const unaskedMs = 10_000;

/** Rehearsals of one account that are made or wait. A page waits for its turn by asking again and again. */
const limits = { perOwner: 3, patience: 600_000, mostMs: 300_000 };
/** A file of so many rows waits for no longer one. */
const rowsOfShort = 2_000;

export interface RehearsalsParts extends Pick<ImportingParts, 'aggregates' | 'commands' | 'views' | 'log'> {
  readonly files: BroughtFiles;
  readonly answers: Answers;
}

/** Rehearsals of brought files. Each is made once and lies beside its file, from which pages of it are read. */
export class Rehearsals {
  readonly #parts: RehearsalsParts;
  readonly #made = new Map<string, Making>();
  readonly #short = new Reader(limits);
  readonly #long = new Reader(limits);

  constructor(parts: RehearsalsParts) {
    this.#parts = parts;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#short.stop(), this.#long.stop()]);
  }

  /** A page of what a start would do; of a long file, first how far its rehearsal is. @throws TooBusy */
  async page(request: RequestOf<'rehearseImport'>, by: CommandContext): Promise<Reply | Refusal> {
    const { importId, show, page, pageSize, clientId: _, ...asked } = request;
    const { files, answers } = this.#parts;
    const file = await files.waiting(importId, by);
    if (isRefusal(file)) return file;
    const fault = faultOf(asked, file.note);
    if (fault) return fault;
    // Somebody else has answered since: what is rehearsed is what is known.
    if ((await answers.of(importId, by)).digest !== asked.answered) return refuse('import.changed');
    const { rows, hash } = file.note;
    const digest = digestOf(hash, asked);
    const known = await this.lines(importId, by);
    const lines = known?.rehearsal.digest === digest ? known : await this.#awaited(digest, importId, file, asked, by);
    if (isRefusal(lines)) return lines;
    if (!(lines instanceof RehearsedLines)) return { progress: { done: lines.done, rows }, rehearsal: null };
    return { progress: { done: rows, rows }, rehearsal: pageOf(lines, { show, page, pageSize }) };
  }

  /** What the last rehearsal found. Null if there is none. */
  async lines(importId: string, { clientId }: Pick<CommandContext, 'clientId'>): Promise<RehearsedLines | null> {
    const found = await this.#parts.files.sealed.get({ clientId, importId }, 'found');
    return found && new RehearsedLines(found);
  }

  /** The rows that stay out, as they stand in the file, with the reason beside. @throws TooBusy */
  async refusedRows(
    { importId, digest }: Pick<RequestOf<'exportRefusedRows'>, 'importId' | 'digest'>,
    by: CommandContext,
  ) {
    const { files } = this.#parts;
    const { clientId } = by;
    const [kept, found] = await Promise.all([
      files.kept(importId, by),
      files.sealed.get({ clientId, importId }, 'found'),
    ]);
    if (!kept || !found) return refuse('import.unknown');
    if (new RehearsedLines(found).rehearsal.digest !== digest) return refuse('import.changed');
    const { file, note } = kept;
    const pieces = await files.reader.run(visitorOf(by), { kind: 'refusedRows', file, note, found });
    return isRefusal(pieces) ? pieces : { fileName: note.fileName, pieces };
  }

  /** A rehearsal once it is made; else how far it is. Without anybody who waits for it, it ends. */
  async #awaited(
    digest: string,
    importId: string,
    file: Kept,
    asked: Asked,
    by: CommandContext,
  ): Promise<RehearsedLines | Refusal | Making> {
    const key = `${importId} ${digest}`;
    const making = this.#made.get(key) ?? (await this.#begin(key, importId, file, asked, by));
    if (isRefusal(making)) return making;
    making.waiting += 1;
    clearTimeout(making.left);
    try {
      return (await Promise.race([making.finished, soon(by.signal)])) ?? making;
    } finally {
      making.waiting -= 1;
      const end = () => making.ending.abort(new Error('Nobody waits for the rehearsal.'));
      if (making.waiting === 0 && by.signal?.aborted) end();
      else if (making.waiting === 0) making.left = setTimeout(end, unaskedMs).unref();
    }
  }

  async #begin(
    key: string,
    importId: string,
    { file, note }: Kept,
    asked: Asked,
    by: CommandContext,
  ): Promise<Making | Refusal> {
    const [world, { packed: answers }] = await Promise.all([this.#worldOf(by), this.#parts.answers.of(importId, by)]);
    if (isRefusal(world)) return world;
    const other = this.#made.get(key);
    if (other) return other;
    const { lists, holderOf, ...plain } = world;
    const ending = new AbortController();
    const making: Making = {
      done: 0,
      ending,
      waiting: 0,
      finished: this.#make(
        importId,
        world,
        { kind: 'rehearse', file, note, asked, answers, world: plain },
        {
          visitor: { ...visitorOf(by), signal: ending.signal },
          onProgress: (rows) => {
            making.done = rows;
          },
        },
      ).finally(() => this.#made.delete(key)),
    };
    this.#made.set(key, making);
    // Nobody may wait for it when it fails.
    making.finished.catch(() => undefined);
    return making;
  }

  async #make(
    importId: string,
    { clientId, lists, holderOf }: World,
    job: Extract<Job, { kind: 'rehearse' }>,
    { visitor, onProgress }: { readonly visitor: Visitor; readonly onProgress: (rows: number) => void },
  ): Promise<RehearsedLines | Refusal> {
    const questions = { ...lists, holderOf };
    const reader = job.note.rows > rowsOfShort ? this.#long : this.#short;
    const found = await reader.run(visitor, job, {
      onProgress,
      // Cast is safe: the thread gives each what it takes.
      answer: (about, given) => (questions[about] as (...given: readonly unknown[]) => Promise<unknown>)(...given),
    });
    if (isRefusal(found)) return found;
    await this.#parts.files.sealed.put({ clientId, importId }, 'found', found);
    return new RehearsedLines(found);
  }

  async #worldOf({ clientId, now }: CommandContext): Promise<World | Refusal> {
    const { aggregates, commands, views, log } = this.#parts;
    // What the log has by now: what somebody has just entered is known.
    const lists = await views.listsAt(await log.head());
    if (!lists) return refuse('views.behind');
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

/** Null after some seconds, or once the caller is gone. */
const soon = (signal?: AbortSignal): Promise<null> => pause(waitMs, null, { ref: false, signal }).catch(() => null);

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
