import { readCursor } from '../cursor.ts';
import { knownFields } from '../names.ts';
import { isBackward, type Order, totalOrder } from '../pages.ts';
import type { CountQuery, RowQuery, Scalar, ViewDefinition } from '../port.ts';
import { columnOf, tableOf } from './shape.ts';

export type Bound = string | number | null;
export interface Sql {
  readonly text: string;
  readonly values: readonly Bound[];
}

/** SQLite has no booleans. */
export const bound = (value: Scalar): Bound => (typeof value === 'boolean' ? Number(value) : value);

type Filter = Pick<RowQuery, 'view' | 'where' | 'range' | 'among' | 'contains'>;
/** Turns queries of one view into SQL. Names come from its definition, values are bound. */
export function selectsOf(view: ViewDefinition) {
  const table = tableOf(view.name);
  const known = knownFields(view);
  const column = (field: string): string => columnOf(known(field));

  function conditions({ where, range, among, contains }: Filter): { parts: string[]; values: Bound[] } {
    // The literal lets SQLite use the indexes that leave gone rows out.
    const parts = ['gone = 0'];
    const values: Bound[] = [];
    const add = (part: string, ...more: readonly Scalar[]) => {
      parts.push(part);
      values.push(...more.map(bound));
    };
    for (const [field, value] of Object.entries(where)) add(`${column(field)} IS ?`, value);
    if (among) add(`${column(among.field)} IN (${among.values.map(() => '?').join(', ')})`, ...among.values);
    if (range?.from !== undefined) add(`${column(range.field)} >= ?`, range.from);
    if (range?.to !== undefined) add(`${column(range.field)} <= ?`, range.to);
    if (contains) add(`instr(${column(contains.field)}, ?) > 0`, contains.text.toLowerCase());
    return { parts, values };
  }

  /** Rows strictly beyond a cursor: beyond in the first field, or equal in it and beyond in the next, and so on. */
  function beyond(order: readonly Order[], values: readonly Scalar[]): { part: string; values: Bound[] } {
    const first = order[0];
    const isOneWay = order.every(({ descending }) => descending === first?.descending);
    const columns = order.map(({ field }) => column(field));
    if (isOneWay) {
      const sign = first?.descending ? '<' : '>';
      const marks = values.map(() => '?').join(', ');
      return { part: `(${columns.join(', ')}) ${sign} (${marks})`, values: values.map(bound) };
    }
    const steps = order.map(({ descending }, at) => {
      const equal = columns.slice(0, at).map((name) => `${name} = ?`);
      return [...equal, `${columns[at]} ${descending ? '<' : '>'} ?`].join(' AND ');
    });
    const stepValues = order.flatMap((_, at) => values.slice(0, at + 1).map(bound));
    // The bound on the first field alone is implied, and is what an index can start from.
    const start = `${columns[0]} ${first?.descending ? '<=' : '>='} ?`;
    return { part: `${start} AND (${steps.join(' OR ')})`, values: [bound(values[0] ?? null), ...stepValues] };
  }

  function addCursor(order: readonly Order[], cursor: string | undefined, to: { parts: string[]; values: Bound[] }) {
    if (cursor === undefined) return;
    const from = beyond(order, readCursor(cursor, order.length));
    to.parts.push(from.part);
    to.values.push(...from.values);
  }

  return {
    count(query: CountQuery): Sql {
      const { parts, values } = conditions(query);
      addCursor(totalOrder(query, false), query.after, { parts, values });
      return { text: `SELECT count(*) FROM ${table} WHERE ${parts.join(' AND ')}`, values };
    },

    /** One row more than the limit is asked for, which tells whether there is another page. */
    page(query: RowQuery): Sql {
      const { parts, values } = conditions(query);
      const order = totalOrder(query, isBackward(query));
      addCursor(order, query.before ?? query.after, { parts, values });
      const by = order.map(({ field, descending }) => `${column(field)}${descending ? ' DESC' : ''}`).join(', ');
      let text = `SELECT doc FROM ${table} WHERE ${parts.join(' AND ')} ORDER BY ${by}`;
      if (query.limit !== undefined || query.offset) {
        text += ' LIMIT ? OFFSET ?';
        values.push(query.limit === undefined ? -1 : query.limit + 1, query.offset ?? 0);
      }
      return { text, values };
    },
  };
}
