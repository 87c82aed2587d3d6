import { readCursor } from '../cursor.ts';
import { knownFields, viewNamed } from '../names.ts';
import { isBackward, type Order, totalOrder } from '../pages.ts';
import type { CountQuery, PeopleQuery, RowFilter, RowQuery, Scalar, ViewDefinition } from '../port.ts';
import { type Naming, peopleSelect } from './search/people.ts';
import { trigramsOf } from './search/trigrams.ts';
import { columnOf, tableOf, trigramTableOf } from './shape.ts';
import { type Sql, type SqlValue, toBound } from './sql.ts';

/** Up to this many rows, individual look-ups are faster than scanning an index that contains the text. */
const maxLookups = 10_000;
/** Above this many matches, scanning in sort order finds a page sooner than sorting them. */
const maxSorted = 500;

/** Whether a trigram query has at most `most` matches. */
export type HasFewMatches = (table: string, keys: string, most: number) => boolean;

interface Conditions {
  readonly parts: string[];
  readonly values: SqlValue[];
}

interface Parts {
  /** All views of the projection. */
  readonly views: readonly ViewDefinition[];
  readonly view: ViewDefinition;
  readonly hasFewMatches: HasFewMatches;
}

/** Translates queries of one view into SQL. Names come from definitions; values are bound. */
export function selectsOf({ views, view, hasFewMatches }: Parts) {
  const table = tableOf(view.name);
  const nameOf = knownFields(view);
  const column = (field: string): string => columnOf(nameOf(field));

  /** With a cursor, `first` is the first field of its order. */
  function conditions({ where, range, among, contains, foundIn }: RowFilter, first?: Order): Conditions {
    // A literal, so that SQLite can use the indexes without gone rows.
    const parts = ['gone = 0'];
    const values: SqlValue[] = [];
    const add = (part: string, ...more: readonly SqlValue[]) => {
      parts.push(part);
      values.push(...more);
    };
    for (const [field, value] of Object.entries(where)) add(`${column(field)} IS ?`, toBound(value));
    if (among)
      add(`${column(among.field)} IN (${among.values.map(() => '?').join(', ')})`, ...among.values.map(toBound));
    // With `+` SQLite starts from the cursor, not at the end of the range behind it.
    const cursorEnd = first?.field === range?.field ? (first?.descending ? 'to' : 'from') : null;
    const rangeTerm = (end: 'from' | 'to', field: string) => `${cursorEnd === end ? '+' : ''}${column(field)}`;
    if (range?.from !== undefined) add(`${rangeTerm('from', range.field)} >= ?`, range.from);
    if (range?.to !== undefined) add(`${rangeTerm('to', range.field)} <= ?`, range.to);
    if (contains) for (const word of contains.words) add(`instr(${column(contains.field)}, ?) > 0`, word);
    if (foundIn) {
      const { text, values: its } = selectsOf({ views, view: viewNamed(views, foundIn.view), hasFewMatches }).keys(
        foundIn,
      );
      add(`${column(foundIn.field)} IN (${text})`, ...its);
    }
    return { parts, values };
  }

  /** The rows matched by the trigram index if there are few; else the whole table, scanned through an index. */
  function source({ where, contains }: RowFilter, { parts, values }: Conditions, most: number): string {
    const searchField = view.searched?.find(({ field }) => field === contains?.field);
    const scopeValue = searchField && where[searchField.within];
    if (!contains || !searchField || scopeValue === undefined) return table;
    const trigrams = trigramTableOf(view.name);
    const match = trigramsOf({ field: searchField.field, within: toBound(scopeValue) }, contains.words);
    if (match === null || !hasFewMatches(trigrams, match, most)) return table;
    parts.push(`id IN (SELECT rowid FROM ${trigrams} WHERE ${trigrams} MATCH ?)`);
    values.push(match);
    // Otherwise SQLite would still scan an index.
    return `${table} NOT INDEXED`;
  }

  /** The conditions of a query, plus the one of coming after its cursor, if any. */
  function conditionsAfter(query: RowFilter, order: readonly Order[], cursor: string | undefined): Conditions {
    if (cursor === undefined) return conditions(query);
    const { parts, values } = conditions(query, order[0]);
    const columns = order.map(({ field }) => column(field));
    const after = afterCursor(order, columns, readCursor(cursor, order.length));
    return { parts: [...parts, after.part], values: [...values, ...after.values] };
  }

  return {
    people(query: PeopleQuery): Sql {
      const { namedIn } = query;
      const naming =
        namedIn && selectsOf({ views, view: viewNamed(views, namedIn.view), hasFewMatches }).naming(namedIn);
      return peopleSelect(view, query, naming ?? null, hasFewMatches);
    },

    /** The rows that refer to other rows, and the column that does. */
    naming({ field, where }: NonNullable<PeopleQuery['namedIn']>): Naming {
      const { parts, values } = conditions({ view: view.name, where });
      return { named: `FROM ${table} WHERE ${parts.join(' AND ')}`, by: column(field), values };
    },

    keys(filter: RowFilter): Sql {
      const { parts, values } = conditions(filter);
      const from = source(filter, { parts, values }, maxLookups);
      return { text: `SELECT key FROM ${from} WHERE ${parts.join(' AND ')}`, values };
    },

    count(query: CountQuery): Sql {
      const { parts, values } = conditionsAfter(query, totalOrder(query, false), query.after);
      const from = source(query, { parts, values }, maxLookups);
      return { text: `SELECT count(*) FROM ${from} WHERE ${parts.join(' AND ')}`, values };
    },

    /** Requests one row more than the limit, to know whether there is another page. */
    page(query: RowQuery): Sql {
      const order = totalOrder(query, isBackward(query));
      const { parts, values } = conditionsAfter(query, order, query.before ?? query.after);
      const from = source(query, { parts, values }, maxSorted);
      const by = order.map(({ field, descending }) => `${column(field)}${descending ? ' DESC' : ''}`).join(', ');
      let text = `SELECT doc FROM ${from} WHERE ${parts.join(' AND ')} ORDER BY ${by}`;
      if (query.limit !== undefined || query.offset) {
        text += ' LIMIT ? OFFSET ?';
        values.push(query.limit === undefined ? -1 : query.limit + 1, query.offset ?? 0);
      }
      return { text, values };
    },
  };
}

/**
 * Condition for rows strictly after a cursor: greater in the first field, or equal in it and greater in the next, and
 * so on.
 */
function afterCursor(order: readonly Order[], columns: readonly string[], values: readonly Scalar[]) {
  const first = order[0];
  const isOneWay = order.every(({ descending }) => descending === first?.descending);
  if (isOneWay) {
    const sign = first?.descending ? '<' : '>';
    const marks = values.map(() => '?').join(', ');
    return { part: `(${columns.join(', ')}) ${sign} (${marks})`, values: values.map(toBound) };
  }
  const steps = order.map(({ descending }, at) => {
    const equal = columns.slice(0, at).map((name) => `${name} = ?`);
    return [...equal, `${columns[at]} ${descending ? '<' : '>'} ?`].join(' AND ');
  });
  const stepValues = order.flatMap((_, at) => values.slice(0, at + 1).map(toBound));
  // The bound on the first field is implied; an index scan can start from it.
  const start = `${columns[0]} ${first?.descending ? '<=' : '>='} ?`;
  return { part: `${start} AND (${steps.join(' OR ')})`, values: [toBound(values[0] ?? null), ...stepValues] };
}
