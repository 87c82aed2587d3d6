import type Database from 'better-sqlite3';
import type { ViewDefinition } from '../port.ts';
import { lettersTableOf } from './shape.ts';
import type { Bound } from './sql.ts';

/** A longer text is looked for by its beginning: what that finds is few enough to look into. */
const mostWords = 16;

/** Spread over 32 bits. */
const mixed = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x9e3779b1) ^ (hash >>> 15);

interface Scope {
  readonly field: string;
  /** The value of the searched field's `within`. */
  readonly within: unknown;
}

/**
 * Every three neighbouring letters of a text as a word, another one for each field and value of `within`; each once. A
 * text holds another one only if it has all its words. Two threes may share a word, so whoever has found a text looks
 * into it. Kept in files: another way of making words needs another layout.
 */
function wordsOf({ field, within }: Scope, text: string): readonly string[] {
  let scope = 0;
  for (const letter of `${field} ${within}`) scope = mixed(scope, letter.charCodeAt(0));
  const words = new Set<string>();
  for (let at = 2; at < text.length; at += 1) {
    let word = scope;
    for (let letter = at - 2; letter <= at; letter += 1) word = mixed(word, text.charCodeAt(letter));
    // 30 bits are written a good deal quicker than 32.
    words.add((word >>> 2).toString(36));
  }
  return [...words];
}

/** What asks the index of letters for the rows that may hold a text; null for one that is too short for it. */
export function lettersOf(scope: Scope, text: string): string | null {
  const words = wordsOf(scope, text).slice(0, mostWords);
  return words.length > 0 ? words.join(' ') : null;
}

/** The index of the letters of a view's searched fields, kept with its rows. */
export interface Letters {
  /** A row's indexed fields before and after a change; none before it was inserted. */
  write(id: Bound, before: readonly Bound[] | null, after: readonly Bound[]): void;
  clear(): void;
}

/** @param placeOf where a field stands in what `write` is given */
export function openLetters(
  database: Database.Database,
  { name, searched }: ViewDefinition,
  placeOf: (field: string) => number,
): Letters {
  if (!searched) return { write: () => undefined, clear: () => undefined };
  const table = lettersTableOf(name);
  const places = searched.map(({ field, within }) => ({ field, text: placeOf(field), within: placeOf(within) }));
  const put = database.prepare(`INSERT INTO ${table} (rowid, words) VALUES (?, ?)`);
  // It holds no text itself: it is told which words to forget.
  const drop = database.prepare(`INSERT INTO ${table} (${table}, rowid, words) VALUES ('delete', ?, ?)`);
  const wordsIn = (row: readonly Bound[]): string =>
    places
      .flatMap(({ field, text, within }) => wordsOf({ field, within: row[within] }, String(row[text] ?? '')))
      .join(' ');
  return {
    write(id, before, after) {
      const isSame = places.every(
        ({ text, within }) => before?.[text] === after[text] && before?.[within] === after[within],
      );
      if (before && isSame) return;
      if (before) drop.run(id, wordsIn(before));
      put.run(id, wordsIn(after));
    },
    clear() {
      database.exec(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`);
    },
  };
}
