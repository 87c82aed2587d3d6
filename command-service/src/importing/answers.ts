import { hash } from 'node:crypto';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { BroughtFiles } from './brought-files.ts';
import { packed, unpacked } from './file/sealed-files.ts';
import type { Answer } from './rehearsal.ts';

interface Kept {
  /** What a rehearsal names; empty without answers. */
  readonly digest: string;
  /** A list of them as JSON, compressed. */
  readonly packed: Uint8Array | null;
}

/** The answers to a file's questions, which lie beside it: there may be more of them than a call can bring. */
export class Answers {
  readonly #files: Pick<BroughtFiles, 'sealed' | 'waiting'>;
  /** The last change of each import: they are made one after another. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(files: Pick<BroughtFiles, 'sealed' | 'waiting'>) {
    this.#files = files;
  }

  async of(importId: string, { clientId }: Pick<CommandContext, 'clientId'>): Promise<Kept> {
    const [digest, list] = (await this.#files.sealed.get({ clientId, importId }, 'answers')) ?? [];
    return { digest: digest?.toString() ?? '', packed: list ?? null };
  }

  /** Keeps the changed ones; one without an answer takes that of its row back. Says the digest of all. */
  async change(request: Pick<RequestOf<'answerImport'>, 'importId' | 'answers'>, by: CommandContext) {
    const { importId } = request;
    const file = await this.#files.waiting(importId, by);
    if (isRefusal(file)) return file;
    const change = (this.#changes.get(importId) ?? Promise.resolve()).then(() => this.#change(request, by));
    const settled = change.catch(() => undefined);
    this.#changes.set(importId, settled);
    try {
      return await change;
    } finally {
      if (this.#changes.get(importId) === settled) this.#changes.delete(importId);
    }
  }

  async #change(
    { importId, answers }: Pick<RequestOf<'answerImport'>, 'importId' | 'answers'>,
    by: CommandContext,
  ): Promise<{ readonly answered: string } | Refusal> {
    const before = await this.of(importId, by);
    if (answers.length === 0) return { answered: before.digest };
    // Cast is safe: it was written here, and is authenticated by the file's key.
    const known = before.packed ? (JSON.parse(unpacked(before.packed).toString()) as Answer[]) : [];
    const byRow = new Map([...known, ...answers].map((answer) => [answer.row, answer]));
    const kept = [...byRow.values()]
      .filter(({ same, age }) => same !== undefined || age !== undefined)
      .sort((one, other) => one.row - other.row)
      .map(({ row, same, age }) => ({ row, same, age }));
    const list = JSON.stringify(kept);
    const digest = kept.length === 0 ? '' : hash('sha256', list, 'hex');
    await this.#files.sealed.put({ clientId: by.clientId, importId }, 'answers', [
      Buffer.from(digest),
      await packed(Buffer.from(list)),
    ]);
    return { answered: digest };
  }
}
