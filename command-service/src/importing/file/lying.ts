import type { Blobs } from '@dayline/vault/blobs/port';
import type { FileOf } from './sealed-files.ts';

/** Files that lie there unstarted. */
const mostOfAccount = 5;
const mostOfClient = 20;

interface Lying {
  readonly name: string;
  readonly importId: string;
  /** ms, UTC. */
  readonly since: number;
}

/** The last instant that there is. */
const always = 8.64e15;
const prefix = 'lies';

/** Which files of a client lie there and are not started: each has a name beside it that says whose it is. */
export class LyingFiles {
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Notes a file. Answers those that have to go for it: the oldest of its account and client. */
  async add({ clientId, importId }: FileOf, { accountId, now }: { readonly accountId: string; readonly now: number }) {
    await this.#blobs.put(`${prefix}_${clientId}_${now.toString(36)}_${importId}`, Buffer.from(accountId));
    const newestFirst = (await this.#of(clientId)).sort((one, other) => other.since - one.since);
    const owners = await Promise.all(newestFirst.map(({ name }) => this.#blobs.get(name)));
    const own = newestFirst.filter((_, index) => owners[index]?.toString() === accountId);
    return [...new Set([...own.slice(mostOfAccount), ...newestFirst.slice(mostOfClient)])].map((file) => file.importId);
  }

  /** It is started, or over. */
  async remove({ clientId, importId }: FileOf): Promise<void> {
    for (const file of await this.#of(clientId)) if (file.importId === importId) await this.#blobs.remove(file.name);
  }

  async removeBefore(instant: number): Promise<void> {
    for (const name of await this.#blobs.olderThan(instant, `${prefix}_`)) await this.#blobs.remove(name);
  }

  async #of(clientId: string): Promise<Lying[]> {
    const names = await this.#blobs.olderThan(always, `${prefix}_${clientId}_`);
    return names.flatMap((name) => {
      const [, , since, importId] = name.split('_');
      return since && importId ? [{ name, importId, since: Number.parseInt(since, 36) }] : [];
    });
  }
}
