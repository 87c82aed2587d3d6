import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streamKey, streams } from '@dayline/contracts/events/categories';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { ImportCommand } from '../import/import.ts';
import { Answers } from './answers.ts';
import { BroughtFiles } from './brought-files.ts';
import { type Kinds, kindsOf } from './kinds/kinds.ts';
import type { ImportingParts } from './parts.ts';
import { Rehearsals } from './rehearsals.ts';
import type { RehearsedLines } from './rehearsed-lines.ts';

type OfImport = Pick<RequestOf<'startImport'>, 'importId' | 'digest'>;

export interface Running {
  readonly lines: RehearsedLines;
  readonly started: readonly number[];
}

/** Files that are brought, rehearsed, started and taken back. Until the start, only the encrypted file is written. */
export class Importing {
  readonly files: BroughtFiles;
  readonly answers: Answers;
  readonly rehearsals: Rehearsals;
  readonly kinds: Kinds;
  /** What this process carries out: what was found, and which of it is started. */
  readonly running = new Map<string, Running>();
  readonly #parts: ImportingParts;

  constructor(parts: ImportingParts) {
    this.#parts = parts;
    this.files = new BroughtFiles(parts);
    this.kinds = kindsOf(parts);
    this.answers = new Answers(this.files);
    this.rehearsals = new Rehearsals({ ...parts, files: this.files, answers: this.answers });
  }

  /** Ends what reads files. */
  async stop(): Promise<void> {
    await Promise.all([this.files.reader.stop(), this.rehearsals.stop()]);
  }

  async columns({ importId, what }: Pick<RequestOf<'readImportColumns'>, 'importId' | 'what'>, by: CommandContext) {
    const file = await this.files.read(importId, by);
    return isRefusal(file) ? file : this.files.describe(importId, file, what, by);
  }

  /** A second start of the same rehearsal is the first. */
  async start(request: OfImport, by: CommandContext): Promise<Changed | Refusal> {
    const { importId, digest } = request;
    const keyed = await this.files.keyedDigest([importId, digest]);
    const begun = await this.#begun(request, keyed, by);
    if (begun) return begun;
    const file = await this.files.waiting(importId, by);
    // Another process may have started it meanwhile.
    if (isRefusal(file)) return (await this.#begun(request, keyed, by)) ?? file;
    const lines = await this.rehearsals.lines(importId, by);
    if (lines?.rehearsal.digest !== digest) {
      return (await this.#begun(request, keyed, by)) ?? refuse('import.changed');
    }
    const { what, headers, columns, counts, starts } = lines.rehearsal;
    const headings = await this.files.headingsOf(by.clientId, headers);
    const said = { what, digest: keyed, headings, columns: [...columns] };
    const started = await this.#tell(
      importId,
      { kind: 'start', ...said, rows: starts, leftOut: counts.all - starts },
      by,
    );
    await this.files.isStarted({ clientId: by.clientId, importId });
    return started;
  }

  /** The answer where it was started before; null if it wasn't. */
  async #begun({ importId }: OfImport, keyed: string, by: CommandContext): Promise<Changed | Refusal | null> {
    const state = await this.files.stateOf(importId);
    if (!state) return null;
    if (state.clientId !== by.clientId) return refuse('import.unknown');
    return keyed === state.digest ? { position: null } : refuse('import.changed');
  }

  async takeBack({ importId }: Pick<OfImport, 'importId'>, by: CommandContext): Promise<Changed | Refusal> {
    const state = await this.files.stateOf(importId);
    if (state?.clientId !== by.clientId) return refuse('import.unknown');
    return this.#tell(importId, { kind: 'takeBack' }, by);
  }

  /** The running imports that know somebody, by the stream's name. */
  async runningWith(stream: string): Promise<string[]> {
    const found: string[] = [];
    for (const [importId, { lines }] of this.running) {
      if (await lines.has(streamKey(stream))) found.push(importId);
    }
    return found;
  }

  async #tell(importId: string, command: ImportCommand, by: CommandContext): Promise<Changed | Refusal> {
    const outcome = await this.#parts.aggregates.imports.execute({
      stream: streams.import(importId),
      command,
      context: { now: by.now },
      by: { ...by, batchId: importId },
    });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }
}
