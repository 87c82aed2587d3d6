import type Database from 'better-sqlite3';
import type { ViewDefinition } from '../../port.ts';
import { trigramTableOf } from '../shape.ts';
import type { Bound } from '../sql.ts';

/** A longer text is searched by its beginning: few rows match that, and those are checked. */
const mostWords = 16;

/** Mixes a letter into a 32-bit hash. */
const mixed = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x9e3779b1) ^ (hash >>> 15);

interface Scope {
  readonly field: string;
  /** The value of the searched field's `within`. */
  readonly within: unknown;
}

/**
 * The distinct trigrams of a text as words, hashed with the field and the value of `within`. A text contains another
 * only if it has all its words. Two trigrams may share a word, so matches must be verified. Stored in files: another
 * way of making words needs a new `layout`.
 */
function wordsOf({ field, within }: Scope, text: string): readonly string[] {
  let scope = 0;
  for (const letter of `${field} ${within}`) scope = mixed(scope, letter.charCodeAt(0));
  const words = new Set<string>();
  for (let at = 2; at < text.length; at += 1) {
    let word = scope;
    for (let letter = at - 2; letter <= at; letter += 1) word = mixed(word, text.charCodeAt(letter));
    // 30 bits convert noticeably faster than 32.
    words.add((word >>> 2).toString(36));
  }
  return [...words];
}

/** The FTS5 query for rows that may contain all texts; null if each is too short. */
export function trigramsOf(scope: Scope, texts: readonly string[]): string | null {
  const words = texts.flatMap((text) => wordsOf(scope, text)).slice(0, mostWords);
  return words.length > 0 ? words.join(' ') : null;
}

/** The trigram index of a view's searched fields, kept with its rows. */
export interface Trigrams {
  /** Indexed fields of a row before and after a change; `before` is null for an insert. */
  write(id: Bound, before: readonly Bound[] | null, after: readonly Bound[]): void;
}

/** @param indexOf index of a field in the lists given to `write` */
export function openTrigrams(
  database: Database.Database,
  { name, searched }: ViewDefinition,
  indexOf: (field: string) => number,
): Trigrams {
  if (!searched) return { write: () => undefined };
  const table = trigramTableOf(name);
  const indexes = searched.map(({ field, within }) => ({ field, text: indexOf(field), within: indexOf(within) }));
  const put = database.prepare(`INSERT INTO ${table} (rowid, words) VALUES (?, ?)`);
  // Contentless FTS5: a deletion must name the words.
  const drop = database.prepare(`INSERT INTO ${table} (${table}, rowid, words) VALUES ('delete', ?, ?)`);
  const wordsIn = (row: readonly Bound[]): string =>
    indexes
      .flatMap(({ field, text, within }) => wordsOf({ field, within: row[within] }, String(row[text] ?? '')))
      .join(' ');
  return {
    write(id, before, after) {
      const isSame = indexes.every(
        ({ text, within }) => before?.[text] === after[text] && before?.[within] === after[within],
      );
      if (before && isSame) return;
      if (before) drop.run(id, wordsIn(before));
      put.run(id, wordsIn(after));
    },
  };
}
