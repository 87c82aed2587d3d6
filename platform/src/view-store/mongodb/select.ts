import type { Filter, SortDirection } from 'mongodb';
import { readCursor } from '../cursor.ts';
import { knownFields } from '../names.ts';
import { isBackward, type Order, totalOrder } from '../pages.ts';
import type { CountQuery, RowFilter, RowQuery, Scalar, ViewDefinition } from '../port.ts';
import { pathOf, type RowDocument } from './shape.ts';

/** Paths into a document, which the driver's type of filters can't follow through the rows. */
type Conditions = Record<string, unknown>;
// The border to the driver: conditions name paths of documents by text.
const filterOf = (parts: readonly Conditions[]): Filter<RowDocument> => ({ $and: parts }) as Filter<RowDocument>;

/** The text itself as a pattern, whatever stands in it. */
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|#/-]/g, '\\$&').replaceAll('\0', '\\x00');

/**
 * Turns queries of one view into filters and orders. Names come from its definition; text is never a pattern. What a
 * query's `foundIn` finds was asked before, and comes beside it as `keys`.
 */
export function selectsOf(view: ViewDefinition) {
  const known = knownFields(view);
  const path = (field: string): string => pathOf(known(field));

  function conditions({ where, range, among, contains, foundIn }: RowFilter, keys: readonly string[]): Conditions[] {
    const parts: Conditions[] = [{ gone: false }];
    for (const [field, value] of Object.entries(where)) parts.push({ [path(field)]: { $eq: value } });
    if (among) parts.push({ [path(among.field)]: { $in: among.values } });
    if (range?.from !== undefined) parts.push({ [path(range.field)]: { $gte: range.from } });
    if (range?.to !== undefined) parts.push({ [path(range.field)]: { $lte: range.to } });
    if (contains) parts.push({ [path(contains.field)]: { $regex: literally(contains.text.toLowerCase()) } });
    if (foundIn) parts.push({ [path(foundIn.field)]: { $in: keys } });
    return parts;
  }

  /** Rows strictly beyond a cursor: beyond in the first field, or equal in it and beyond in the next, and so on. */
  function beyond(order: readonly Order[], values: readonly Scalar[]): Conditions[] {
    const [first] = order;
    const paths = order.map(({ field }) => path(field));
    const steps = order.map(({ descending }, place) => {
      const equal = paths.slice(0, place).map((name, before) => [name, { $eq: values[before] }]);
      const further = [paths[place], { [descending ? '$lt' : '$gt']: values[place] }];
      return Object.fromEntries([...equal, further]) as Conditions;
    });
    // The bound on the first field alone is implied, and is what an index can start from.
    const start = { [paths[0] ?? '_id']: { [first?.descending ? '$lte' : '$gte']: values[0] } };
    return [start, { $or: steps }];
  }

  return {
    filter(query: CountQuery, keys: readonly string[]): Filter<RowDocument> {
      const order = totalOrder(query, false);
      const from = query.after === undefined ? [] : beyond(order, readCursor(query.after, order.length));
      return filterOf([...conditions(query, keys), ...from]);
    },

    /** One row more than the limit is asked for, which tells whether there is another page. */
    page(query: RowQuery, keys: readonly string[]) {
      const order = totalOrder(query, isBackward(query));
      const cursor = query.before ?? query.after;
      const from = cursor === undefined ? [] : beyond(order, readCursor(cursor, order.length));
      const sort = order.map(({ field, descending }): [string, SortDirection] => [path(field), descending ? -1 : 1]);
      const limit = query.limit === undefined ? {} : { limit: query.limit + 1 };
      return {
        filter: filterOf([...conditions(query, keys), ...from]),
        options: { sort, skip: query.offset ?? 0, ...limit },
      };
    },
  };
}
