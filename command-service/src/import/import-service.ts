import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streamKey, streams } from '@dayline/contracts/events/categories';
import type { PreviewRows } from '@dayline/lists/preview-rows';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { ImportCommand } from './aggregate/import.ts';
import type { ImportDeps } from './deps.ts';
import { type ImporterOf, importersOf } from './kinds/all-kinds.ts';
import { PreviewCache } from './preview/preview-cache.ts';
import { Decisions } from './upload/decisions.ts';
import { UploadStore } from './upload/upload-store.ts';

type StartRequest = Pick<RequestOf<'startImport'>, 'importId' | 'digest'>;

export interface RunningImport {
  readonly preview: PreviewRows;
  /** The indexes of the rows that are imported. */
  readonly rows: readonly number[];
}

/** Files that are uploaded, previewed, imported and undone. Before the start only the encrypted file is stored. */
export class ImportService {
  readonly uploads: UploadStore;
  readonly decisions: Decisions;
  readonly previews: PreviewCache;
  readonly importerOf: ImporterOf;
  /** The imports that this process carries out. */
  readonly running = new Map<string, RunningImport>();
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
    this.uploads = new UploadStore(deps);
    this.importerOf = importersOf(deps);
    this.decisions = new Decisions(this.uploads);
    this.previews = new PreviewCache({ ...deps, uploads: this.uploads, decisions: this.decisions });
  }

  /** Ends the threads that read lists. */
  async stop(): Promise<void> {
    await Promise.all([this.uploads.reader.stop(), this.previews.stop()]);
  }

  /** A second start of the same preview changes nothing. */
  async start(request: StartRequest, by: CommandContext): Promise<Changed | Refusal> {
    const earlier = await this.#earlierStart(request, by);
    if (earlier) return earlier;
    const data = await this.#dataOfStart(request, by);
    // Another process may have started it meanwhile.
    if (isRefusal(data)) return (await this.#earlierStart(request, by)) ?? data;
    const { importId } = request;
    const result = await this.#execute(importId, { kind: 'start', data }, by);
    await this.uploads.markStarted({ clientId: by.clientId, importId });
    return result;
  }

  /** Null if the import is not started. */
  async #earlierStart({ importId, digest }: StartRequest, by: CommandContext): Promise<Changed | Refusal | null> {
    const state = await this.uploads.stateOf(importId);
    if (!state) return null;
    if (state.clientId !== by.clientId) return refuse('import.unknown');
    const isSame = state.digest === (await this.uploads.keyedDigest([importId, digest]));
    return isSame ? { position: null } : refuse('import.changed');
  }

  async #dataOfStart({ importId, digest }: StartRequest, by: CommandContext) {
    const upload = await this.uploads.find(importId, by);
    if (isRefusal(upload)) return upload;
    const preview = await this.previews.load(importId, by);
    if (preview?.head.digest !== digest) return refuse('import.changed');
    const { kind, headers, columns, counts, rowsToImport } = preview.head;
    const keyedDigest = await this.uploads.keyedDigest([importId, digest]);
    const headerDigest = await this.uploads.headerDigest(by.clientId, headers);
    const rows = { rows: rowsToImport, skipped: counts.all - rowsToImport };
    return { kind, digest: keyedDigest, headerDigest, columns: [...columns], ...rows };
  }

  async undo({ importId }: Pick<RequestOf<'undoImport'>, 'importId'>, by: CommandContext): Promise<Changed | Refusal> {
    const state = await this.uploads.stateOf(importId);
    if (state?.clientId !== by.clientId) return refuse('import.unknown');
    return this.#execute(importId, { kind: 'startUndo' }, by);
  }

  /** The running imports with a patient, by the patient's stream. */
  async runningWith(stream: string): Promise<string[]> {
    const found: string[] = [];
    for (const [importId, { preview }] of this.running) {
      if (await preview.has(streamKey(stream))) found.push(importId);
    }
    return found;
  }

  async #execute(importId: string, command: ImportCommand, by: CommandContext): Promise<Changed | Refusal> {
    const outcome = await this.#deps.aggregates.imports.execute({
      stream: streams.import(importId),
      command,
      context: { now: by.now },
      by: { ...by, batchId: importId },
    });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }
}
