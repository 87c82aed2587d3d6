import { type ImportFile, importLiesMs } from '@dayline/contracts/endpoints/import';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { ImportKind } from '@dayline/contracts/imports/kinds';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { ImportState } from '../import/import.ts';
import type { LastColumns } from '../views/lists.ts';
import { type BroughtFile, describe, type FileNote } from './brought-file.ts';
import { LyingFiles } from './file/lying.ts';
import { type FileOf, packed, SealedFiles, unpacked } from './file/sealed-files.ts';
import { openKeyedDigest } from './keyed-digest.ts';
import type { ImportingParts } from './parts.ts';
import { areNames } from './rows/columns.ts';
import { Reader, visitorOf } from './thread/reader.ts';

/** A file as it lies there. */
export interface Kept {
  readonly note: FileNote;
  /** Compressed. */
  readonly file: Uint8Array;
}

/** A reading of a file is waited for by the call that asked for it. */
const reading = { perOwner: 3, mostMs: 8_000 };

/** Files that were brought and lie there encrypted, for an hour unless they are started. */
export class BroughtFiles {
  readonly sealed: SealedFiles;
  readonly #lying: LyingFiles;
  readonly reader = new Reader(reading);
  readonly #parts: Pick<ImportingParts, 'aggregates' | 'views' | 'clock'>;
  /** Of words of a file: what the log has in their place. */
  readonly keyedDigest: (parts: readonly string[]) => Promise<string>;

  constructor(parts: ImportingParts) {
    this.#parts = parts;
    this.sealed = new SealedFiles(parts);
    this.#lying = new LyingFiles(parts.blobs);
    this.keyedDigest = openKeyedDigest(parts.keys);
  }

  async stateOf(importId: string): Promise<ImportState | null> {
    return (await this.#parts.aggregates.imports.load(streams.import(importId), 0)).state;
  }

  /** Reads it whole, and keeps what can be read. A first line that may be somebody's row is asked about before. */
  async bring(
    { fileName = '', what, firstLine }: Omit<RequestOf<'bringImport'>, 'clientId'>,
    bytes: Uint8Array,
    by: CommandContext,
  ): Promise<ImportFile | Refusal> {
    const note = { fileName: fileName || 'list', broughtAt: this.#parts.clock.now() };
    const pieceOfFile = await packed(bytes);
    const file = await this.reader.run(visitorOf(by), { kind: 'read', file: pieceOfFile, note });
    if (isRefusal(file)) return file;
    const { headers } = file.note;
    const isAsked = firstLine === undefined && !areNames(headers) && !(await this.#lastColumns(by.clientId, headers));
    if (isAsked) return refuse('import.first-line');
    const importId = derivedFrom(by.commandId, 'import');
    const pieces = [await packed(Buffer.from(JSON.stringify(file.note))), pieceOfFile];
    const { clientId, actor } = by;
    await this.sealed.put({ clientId, importId }, 'file', pieces);
    const replaced = await this.#lying.add({ clientId, importId }, { accountId: actor.id, now: note.broughtAt });
    for (const other of replaced) await this.#end({ clientId, importId: other });
    return this.describe(importId, file, what ?? null, by);
  }

  /** A started one no longer counts among those that lie. */
  isStarted = (of: FileOf): Promise<void> => this.#lying.remove(of);

  async #end(of: FileOf): Promise<void> {
    if (!(await this.stateOf(of.importId))) await this.sealed.destroy(of);
    await this.#lying.remove(of);
  }

  /** What its columns are taken for. @param what null: what it looks like */
  async describe(
    importId: string,
    file: BroughtFile,
    what: ImportKind | null,
    { clientId }: CommandContext,
  ): Promise<ImportFile> {
    return describe(importId, file, what, await this.#lastColumns(clientId, file.note.headers));
  }

  /** By what columns of the same names are found again, without the names. */
  headingsOf(clientId: string, headers: readonly string[]): Promise<string> {
    return this.keyedDigest([clientId, ...headers]);
  }

  async #lastColumns(clientId: string, headers: readonly string[]): Promise<LastColumns | null> {
    return this.#parts.views.lastColumns(clientId, await this.headingsOf(clientId, headers));
  }

  /** One that isn't started. */
  async waiting(importId: string, by: CommandContext): Promise<Kept | Refusal> {
    const state = await this.stateOf(importId);
    if (state) return refuse(state.clientId === by.clientId ? 'import.running' : 'import.unknown');
    const kept = await this.kept(importId, by);
    if (!kept) return refuse('import.unknown');
    if (this.#parts.clock.now() - kept.note.broughtAt <= importLiesMs) return kept;
    await this.#end({ clientId: by.clientId, importId });
    return refuse('import.unknown');
  }

  /** One that isn't started, read whole. */
  async read(importId: string, by: CommandContext): Promise<BroughtFile | Refusal> {
    const kept = await this.waiting(importId, by);
    return isRefusal(kept) ? kept : this.reader.run(visitorOf(by), { kind: 'read', ...kept });
  }

  /** Null if it is over, never was, or is another client's. */
  async kept(importId: string, { clientId }: Pick<CommandContext, 'clientId'>): Promise<Kept | null> {
    const [note, file] = (await this.sealed.get({ clientId, importId }, 'file')) ?? [];
    if (!note || !file) return null;
    // Cast is safe: it was written here, and is authenticated by its key.
    return { note: JSON.parse(unpacked(note).toString()) as FileNote, file };
  }

  /** Ends the files that lie there for longer than an hour and aren't started. */
  async endOld(): Promise<void> {
    for (const importId of await this.sealed.broughtBefore(this.#parts.clock.now() - importLiesMs)) {
      if (!(await this.stateOf(importId))) await this.sealed.destroy({ importId });
    }
    await this.#lying.removeBefore(this.#parts.clock.now() - importLiesMs);
  }
}
