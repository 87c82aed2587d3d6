import { hash } from 'node:crypto';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { unzipJson, zip } from '@dayline/lists/gzip';
import type { Decision } from '@dayline/lists/messages';
import type { CommandContext } from '../../command-handler/command-context.ts';
import type { UploadStore } from './upload-store.ts';

type Request = Pick<RequestOf<'decideImportRows'>, 'importId' | 'decisions'>;

interface StoredDecisions {
  /** The id that a preview names; empty without decisions. */
  readonly id: string;
  /** As JSON, compressed. */
  readonly zipped: Uint8Array | null;
}

/** The decisions on a file's rows, stored with it: there may be more of them than a call can hold. */
export class Decisions {
  readonly #uploads: Pick<UploadStore, 'sealed' | 'find'>;
  /** The last change of each import, after which the next one is made. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(uploads: Pick<UploadStore, 'sealed' | 'find'>) {
    this.#uploads = uploads;
  }

  async load(importId: string, { clientId }: Pick<CommandContext, 'clientId'>): Promise<StoredDecisions> {
    const [id, zipBytes] = (await this.#uploads.sealed.get({ clientId, importId }, 'decisions')) ?? [];
    return { id: id?.toString() ?? '', zipped: zipBytes ?? null };
  }

  /**
   * Stores decisions in addition to earlier ones, and answers the id of all. An empty decision removes the one of its
   * row.
   */
  async add(request: Request, by: CommandContext): Promise<{ readonly decisionsId: string } | Refusal> {
    const { importId } = request;
    const upload = await this.#uploads.find(importId, by);
    if (isRefusal(upload)) return upload;
    const change = (this.#changes.get(importId) ?? Promise.resolve()).then(() => this.#add(request, by));
    const afterChange = change.catch(() => undefined);
    this.#changes.set(importId, afterChange);
    try {
      return await change;
    } finally {
      if (this.#changes.get(importId) === afterChange) this.#changes.delete(importId);
    }
  }

  async #add({ importId, decisions }: Request, by: CommandContext): Promise<{ readonly decisionsId: string }> {
    const storedDecisions = await this.load(importId, by);
    if (decisions.length === 0) return { decisionsId: storedDecisions.id };
    const earlier = storedDecisions.zipped ? unzipJson<readonly Decision[]>(storedDecisions.zipped) : [];
    const byRow = new Map([...earlier, ...decisions].map((decision) => [decision.row, decision]));
    const all = [...byRow.values()]
      .filter(({ same, age }) => same !== undefined || age !== undefined)
      .sort((decision, next) => decision.row - next.row)
      .map(({ row, same, age }) => ({ row, same, age }));
    const json = JSON.stringify(all);
    const id = all.length === 0 ? '' : hash('sha256', json, 'hex');
    const pieces = [Buffer.from(id), await zip(json)];
    await this.#uploads.sealed.put({ clientId: by.clientId, importId }, 'decisions', pieces);
    return { decisionsId: id };
  }
}
