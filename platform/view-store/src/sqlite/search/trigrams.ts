import { keysOf } from '@dayline/contracts/search/people';
import type Database from 'better-sqlite3';
import { hashed, keyHashes, mix } from '../../key-hash.ts';
import type { ViewDefinition } from '../../port.ts';
import { trigramTableOf } from '../shape.ts';
import type { SqlValue } from '../sql.ts';

/** A longer text is searched by its beginning: few rows match that, and those are checked. */
const maxWords = 16;

interface Scope {
  readonly field: string;
  /** The value of the searched field's `within`. */
  readonly within: unknown;
}

/**
 * The distinct trigrams of a text as words, hashed with the field and the value of `within`. A text contains another
 * only if it has all its words. Two trigrams may share a word, so matches must be verified. Stored in files: another
 * way of computing words needs a new `layout`.
 */
function wordsOf({ field, within }: Scope, text: string): readonly string[] {
  const scope = hashed(`${field} ${within}`);
  const words = new Set<string>();
  for (let at = 2; at < text.length; at += 1) {
    let word = scope;
    for (let letter = at - 2; letter <= at; letter += 1) word = mix(word, text.charCodeAt(letter));
    // 30 bits convert noticeably faster than 32.
    words.add((word >>> 2).toString(36));
  }
  return [...words];
}

/** The FTS5 query for rows that may contain all texts; null if each is too short. */
export function trigramsOf(scope: Scope, texts: readonly string[]): string | null {
  const words = texts.flatMap((text) => wordsOf(scope, text)).slice(0, maxWords);
  return words.length > 0 ? words.join(' ') : null;
}

const textOfHash = (hash: number): string => hash.toString(36);

/** The FTS5 query for rows that have at least one key of each list. */
export const keysAsked = (scope: unknown, keys: readonly (readonly string[])[]): string =>
  keys.map((list) => `(${keyHashes(scope, list).map(textOfHash).join(' OR ')})`).join(' AND ');

/** The index of a view's searched fields and of its people, kept with its rows. */
export interface Trigrams {
  /** Indexed fields of a row before and after a change; `before` is null for an insert. */
  write(id: SqlValue, before: readonly SqlValue[] | null, after: readonly SqlValue[]): void;
}

/** @param indexOf index of a field in the lists given to `write` */
export function openTrigrams(
  database: Database.Database,
  { name, searched = [], people }: ViewDefinition,
  indexOf: (field: string) => number,
): Trigrams {
  const byTrigrams = searched.map(({ field, within }) => ({
    text: indexOf(field),
    within: indexOf(within),
    words: (text: string, scopeValue: SqlValue | undefined) => wordsOf({ field, within: scopeValue }, text),
  }));
  const byKeys = people && {
    text: indexOf(people.field),
    within: indexOf(people.within),
    words: (text: string, scopeValue: SqlValue | undefined) => keyHashes(scopeValue, keysOf(text)).map(textOfHash),
  };
  const indexes = [...byTrigrams, ...(byKeys ? [byKeys] : [])];
  if (indexes.length === 0) return { write: () => undefined };
  const table = trigramTableOf(name);
  const put = database.prepare(`INSERT INTO ${table} (rowid, words) VALUES (?, ?)`);
  // Contentless FTS5: a deletion must name the words.
  const drop = database.prepare(`INSERT INTO ${table} (${table}, rowid, words) VALUES ('delete', ?, ?)`);
  const wordsIn = (row: readonly SqlValue[]): string =>
    indexes.flatMap(({ words, text, within }) => words(String(row[text] ?? ''), row[within])).join(' ');
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
