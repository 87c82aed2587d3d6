import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views';
import { changedOf } from '../pages.ts';
import type { Changed } from '../port.ts';
import { rowOf } from './row-table.ts';

/** What a commit wrote, as threads hand it on: plain strings cross at the least cost. */
export interface Commit {
  /** The checkpoint that it moved from; null for the first one. */
  readonly from: Position | null;
  readonly to: Position;
  /** View and document in turn; null where they are many, or where what they replace must not stay anywhere. */
  readonly docs: readonly string[] | null;
}

/** A commit of more documents is read from the file by whoever wants them. */
const docsAtMost = 64;
const commitsKept = 16;

export const commitOf = (from: Position | null, to: Position, docs: readonly string[], scrub: boolean): Commit => ({
  from,
  to,
  docs: scrub || docs.length > 2 * docsAtMost ? null : docs,
});

/**
 * What the last commits wrote, in the order that they were told in. A reader in another thread would find its pages
 * outdated by each of them, and read what it is about to say anew.
 */
export class RecentChanges {
  #commits: Commit[] = [];

  note(commit: Commit): void {
    if (commit.docs === null || this.#commits.at(-1)?.to !== commit.from) this.#commits = [];
    if (commit.docs === null) return;
    this.#commits.push(commit);
    if (this.#commits.length > commitsKept) this.#commits.shift();
  }

  forget(): void {
    this.#commits = [];
  }

  /** As the port's `changed`; null where the file must be asked, since the last commits don't reach from one to the other. */
  between(names: readonly string[], after: Position, upTo: Position, limit: number): Changed | null {
    if (this.#commits.at(-1)?.to !== upTo) return null;
    const first = this.#commits.findIndex(({ from }) => from === after);
    if (first < 0) return null;
    const latest = new Map(names.map((name) => [name, new Map<string, ViewRow>()]));
    for (const { docs } of this.#commits.slice(first)) {
      for (let place = 0; docs && place < docs.length; place += 2) {
        const rows = latest.get(docs[place] ?? '');
        if (!rows) continue;
        const row = rowOf(docs[place + 1]);
        rows.set(row.key, row);
      }
    }
    return changedOf(
      [...latest].map(([name, byKey]) => [name, [...byKey.values()].sort(byChange)] as const),
      limit,
    );
  }
}

const byChange = (a: ViewRow, b: ViewRow): number => {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.key < b.key ? -1 : 1;
};
