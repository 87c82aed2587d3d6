import { type ImportFile, uploadKeptMs } from '@dayline/contracts/endpoints/import';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { ListKind } from '@dayline/contracts/imports/kinds';
import { unzipJson, zip, zipJson } from '@dayline/lists/gzip';
import { ListReader } from '@dayline/lists/list-reader';
import type { FileFacts, ReadFile } from '@dayline/lists/messages';
import type { Visitor } from '@dayline/runtime/fair-queue';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../../command-handler/command-context.ts';
import type { ImportState } from '../aggregate/import.ts';
import type { ImportDeps } from '../deps.ts';
import { openKeyedDigest } from './keyed-digest.ts';
import { type FileId, SealedFiles } from './sealed-files.ts';
import { StoredUploads } from './stored-uploads.ts';

/** Clients take turns; each account has its limit. */
export const visitorOf = ({ clientId, actor, signal }: CommandContext): Visitor => ({
  group: clientId,
  owner: actor.id,
  signal,
});

interface FileNote {
  readonly fileName: string;
  /** ms, UTC. */
  readonly uploadedAt: number;
  readonly facts: FileFacts;
}

export interface UploadedFile extends FileNote {
  /** Compressed. */
  readonly file: Uint8Array;
}

/** The call waits while its file is read. */
const limits = { perOwner: 3, maxMs: 8_000 };

/** Uploaded files, stored encrypted for an hour unless their import is started. */
export class UploadStore {
  readonly sealed: SealedFiles;
  readonly reader = new ListReader(limits);
  readonly #stored: StoredUploads;
  readonly #deps: Pick<ImportDeps, 'aggregates' | 'views' | 'clock'>;
  /** Replaces a file's words in the log. */
  readonly keyedDigest: (texts: readonly string[]) => Promise<string>;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
    this.sealed = new SealedFiles(deps);
    this.#stored = new StoredUploads(deps.blobs);
    this.keyedDigest = openKeyedDigest(deps.keys);
  }

  async stateOf(importId: string): Promise<ImportState | null> {
    return (await this.#deps.aggregates.imports.load(streams.import(importId), 0)).state;
  }

  /** Reads a file whole, and stores it if it can be read. */
  async upload(
    { fileName = '', kind, headerRow }: Omit<RequestOf<'uploadImport'>, 'clientId'>,
    bytes: Uint8Array,
    by: CommandContext,
  ): Promise<ImportFile | Refusal> {
    const file = await zip(bytes);
    const content = await this.#read({ file, fileName }, kind ?? null, by);
    if (isRefusal(content)) return content;
    if (headerRow === undefined && !content.isHeaderRowKnown) return refuse('import.header-row-unclear');
    const { clientId, actor } = by;
    const importId = derivedFrom(by.commandId, 'import');
    const uploadedAt = this.#deps.clock.now();
    const note: FileNote = { fileName: fileName || 'list', uploadedAt, facts: content.facts };
    await this.sealed.put({ clientId, importId }, 'file', [await zipJson(note), file]);
    const oldFiles = await this.#stored.add({ clientId, importId }, { accountId: actor.id, now: uploadedAt });
    for (const oldest of oldFiles) await this.#destroy({ clientId, importId: oldest });
    return { importId, fileName: note.fileName, ...content.description };
  }

  /** Reads the columns of a file as another kind of list. */
  async readColumns(importId: string, kind: ListKind, by: CommandContext): Promise<ImportFile | Refusal> {
    const upload = await this.find(importId, by);
    if (isRefusal(upload)) return upload;
    const content = await this.#read(upload, kind, by);
    return isRefusal(content) ? content : { importId, fileName: upload.fileName, ...content.description };
  }

  #read(
    { file, fileName }: Pick<UploadedFile, 'file' | 'fileName'>,
    listKind: ListKind | null,
    by: CommandContext,
  ): Promise<ReadFile | Refusal> {
    const lastColumns = async (headers: readonly string[]) =>
      this.#deps.views.lastColumns(by.clientId, await this.headerDigest(by.clientId, headers));
    return this.reader.run(visitorOf(by), { kind: 'read', file, fileName, listKind }, { questions: { lastColumns } });
  }

  /** Finds the same header row again without storing it. */
  headerDigest(clientId: string, headers: readonly string[]): Promise<string> {
    return this.keyedDigest([clientId, ...headers]);
  }

  /** A file whose import is not started. */
  async find(importId: string, by: CommandContext): Promise<UploadedFile | Refusal> {
    const state = await this.stateOf(importId);
    if (state) return refuse(state.clientId === by.clientId ? 'import.running' : 'import.unknown');
    const upload = await this.load(importId, by);
    if (!upload) return refuse('import.unknown');
    if (this.#deps.clock.now() - upload.uploadedAt <= uploadKeptMs) return upload;
    await this.#destroy({ clientId: by.clientId, importId });
    return refuse('import.unknown');
  }

  /** Null if there is none, if it was destroyed, or if it is another client's. */
  async load(importId: string, { clientId }: Pick<CommandContext, 'clientId'>): Promise<UploadedFile | null> {
    const [note, file] = (await this.sealed.get({ clientId, importId }, 'file')) ?? [];
    return note && file ? { ...unzipJson<FileNote>(note), file } : null;
  }

  /** A started import no longer counts towards the limits. */
  markStarted = (id: FileId): Promise<void> => this.#stored.remove(id);

  /** Destroys the files that were uploaded an hour ago and whose import is not started. */
  async destroyOld(): Promise<void> {
    const instant = this.#deps.clock.now() - uploadKeptMs;
    for (const importId of await this.sealed.uploadedBefore(instant)) {
      if (!(await this.stateOf(importId))) await this.sealed.destroy(importId);
    }
    await this.#stored.removeBefore(instant);
  }

  async #destroy(id: FileId): Promise<void> {
    if (!(await this.stateOf(id.importId))) await this.sealed.destroy(id.importId);
    await this.#stored.remove(id);
  }
}
