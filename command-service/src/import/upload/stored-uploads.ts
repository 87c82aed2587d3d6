import type { Blobs } from '@dayline/vault/blobs/port';
import type { FileId } from './sealed-files.ts';

/** Files whose import is not started. */
const maxOfAccount = 5;
const maxOfClient = 20;

interface StoredUpload {
  readonly name: string;
  readonly importId: string;
  /** ms, UTC. */
  readonly uploadedAt: number;
}

/** The last instant of a Date. */
const endOfTime = 8.64e15;
const prefix = 'upload';

/** Counts the files of a client whose import is not started, by a blob for each that holds its account. */
export class StoredUploads {
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Adds a file. Answers the ids of the oldest ones of its account and client beyond their limits. */
  async add({ clientId, importId }: FileId, { accountId, now }: { readonly accountId: string; readonly now: number }) {
    await this.#blobs.put(`${prefix}_${clientId}_${now.toString(36)}_${importId}`, Buffer.from(accountId));
    const newestFirst = (await this.#of(clientId)).sort((upload, next) => next.uploadedAt - upload.uploadedAt);
    const accounts = await Promise.all(newestFirst.map(({ name }) => this.#blobs.get(name)));
    const ofAccount = newestFirst.filter((_, index) => accounts[index]?.toString() === accountId);
    const excess = new Set([...ofAccount.slice(maxOfAccount), ...newestFirst.slice(maxOfClient)]);
    return [...excess].map((upload) => upload.importId);
  }

  /** Its import is started, or the file is destroyed. */
  async remove({ clientId, importId }: FileId): Promise<void> {
    for (const upload of await this.#of(clientId))
      if (upload.importId === importId) await this.#blobs.remove(upload.name);
  }

  async removeBefore(instant: number): Promise<void> {
    for (const name of await this.#blobs.olderThan(instant, `${prefix}_`)) await this.#blobs.remove(name);
  }

  async #of(clientId: string): Promise<StoredUpload[]> {
    const names = await this.#blobs.olderThan(endOfTime, `${prefix}_${clientId}_`);
    return names.flatMap((name) => {
      const [, , uploadedAt, importId] = name.split('_');
      return uploadedAt && importId ? [{ name, importId, uploadedAt: Number.parseInt(uploadedAt, 36) }] : [];
    });
  }
}
