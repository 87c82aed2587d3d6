import { peopleOf } from '../../names.ts';
import type { PeopleQuery, ViewDefinition } from '../../port.ts';
import { columnOf, tableOf, trigramTableOf } from '../shape.ts';
import { type Sql, type SqlValue, toBound } from '../sql.ts';
import { keysAsked } from './trigrams.ts';

/** Up to this many people are looked up in the rows that name them; with more, the rows come first. */
const maxPeople = 1_000;

/** The rows that name people: a FROM clause with its conditions, and the column of the names. */
export interface Naming {
  readonly named: string;
  readonly by: string;
  readonly values: readonly SqlValue[];
}

/** @param isFew whether a query of the index of keys has at most this many matches */
export function peopleSelect(
  view: ViewDefinition,
  { within, keys, limit }: PeopleQuery,
  naming: Naming | null,
  isFew: (table: string, keys: string, most: number) => boolean,
): Sql {
  const index = trigramTableOf(view.name);
  const words = keysAsked(within, keys);
  const match = `SELECT rowid FROM ${index} WHERE ${index} MATCH ?`;
  const people = `${tableOf(view.name)} AS p`;
  // With `+` SQLite uses none of their indexes for a scan.
  const own = `+p.gone = 0 AND +p.${columnOf(peopleOf(view).within)} IS ?`;
  const scopeValue = toBound(within);
  if (!naming) {
    const text = `SELECT doc FROM ${people} WHERE ${own} AND p.id IN (${match} LIMIT ?) ORDER BY p.id`;
    return { text, values: [scopeValue, words, limit] };
  }
  const { named, by, values } = naming;
  if (isFew(index, words, maxPeople)) {
    const isNamed = `EXISTS (SELECT 1 ${named} AND ${by} = p.key)`;
    const text = `SELECT doc FROM ${people} WHERE ${own} AND p.id IN (${match}) AND ${isNamed} ORDER BY p.id LIMIT ?`;
    return { text, values: [scopeValue, words, ...values, limit] };
  }
  const text = `SELECT doc FROM (SELECT DISTINCT ${by} AS named ${named}) CROSS JOIN ${people} ON p.key = named
    WHERE ${own} AND +p.id IN (${match}) ORDER BY p.id LIMIT ?`;
  return { text, values: [...values, scopeValue, words, limit] };
}
