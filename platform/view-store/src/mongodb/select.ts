import type { Filter, SortDirection } from 'mongodb';
import { readCursor } from '../cursor.ts';
import { keyHashes } from '../key-hash.ts';
import { knownFields, peopleOf } from '../names.ts';
import { isBackward, type Order, totalOrder } from '../pages.ts';
import type { CountQuery, PeopleQuery, RowFilter, RowQuery, Scalar, ViewDefinition } from '../port.ts';
import { hintsOf } from './hints.ts';
import { pathOf, type RowDocument } from './shape.ts';

/** Paths into a document, which the driver's filter type can't derive. */
type Conditions = Record<string, unknown>;
// Cast is safe: conditions name document paths as text.
const filterOf = (parts: readonly Conditions[]): Filter<RowDocument> => ({ $and: parts }) as Filter<RowDocument>;

/** Escapes a text for use in a pattern. */
const escapePattern = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|#/-]/g, '\\$&').replaceAll('\0', '\\x00');

/**
 * Translates queries of one view into filters and sort orders. Field names come from the view's definition; text is
 * never a pattern. The keys found by `foundIn` were queried before and are passed as `keys`.
 */
export function selectsOf(view: ViewDefinition) {
  const nameOf = knownFields(view);
  const path = (field: string): string => pathOf(nameOf(field));
  const hintFor = hintsOf(view);

  function conditions({ where, range, among, contains, foundIn }: RowFilter, keys: readonly string[]): Conditions[] {
    const parts: Conditions[] = [{ gone: false }];
    for (const [field, value] of Object.entries(where)) parts.push({ [path(field)]: { $eq: value } });
    if (among) parts.push({ [path(among.field)]: { $in: among.values } });
    if (range?.from !== undefined) parts.push({ [path(range.field)]: { $gte: range.from } });
    if (range?.to !== undefined) parts.push({ [path(range.field)]: { $lte: range.to } });
    if (contains)
      for (const word of contains.words) parts.push({ [path(contains.field)]: { $regex: escapePattern(word) } });
    if (foundIn) parts.push({ [path(foundIn.field)]: { $in: keys } });
    return parts;
  }

  /** Disjoint conditions for rows strictly after a cursor: equal in the first fields and greater in the next. */
  function stepsBeyond(order: readonly Order[], values: readonly Scalar[]): Conditions[] {
    const paths = order.map(({ field }) => path(field));
    return order.map(({ descending }, index) => {
      const equal = paths.slice(0, index).map((name, before) => [name, { $eq: values[before] }]);
      const further = [paths[index], { [descending ? '$lt' : '$gt']: values[index] }];
      return Object.fromEntries([...equal, further]) as Conditions;
    });
  }

  function afterCursor(order: readonly Order[], values: readonly Scalar[]): Conditions[] {
    const [first] = order;
    const paths = order.map(({ field }) => path(field));
    const steps = stepsBeyond(order, values);
    // The bound on the first field is implied; an index scan can start from it.
    const start = { [paths[0] ?? '_id']: { [first?.descending ? '$lte' : '$gte']: values[0] } };
    return [start, { $or: steps }];
  }

  return {
    /** @param personKeys the keys of the rows that may be returned; null for any */
    people({ within, keys, limit }: PeopleQuery, personKeys: readonly string[] | null) {
      const own = { [path(peopleOf(view).within)]: { $eq: within } };
      const peopleFilter = keys.map((list) => ({ people: { $in: keyHashes(within, list) } }));
      const among = personKeys ? [{ _id: { $in: personKeys } }] : [];
      const filter = filterOf([...peopleFilter, { gone: false }, own, ...among]);
      return { filter, options: { sort: { _id: 1 as const }, limit, hint: 'people' } };
    },

    /** The rows that refer to other rows, and the field that does. */
    naming({ view: name, field, where }: NonNullable<PeopleQuery['namedIn']>) {
      return {
        filter: filterOf(conditions({ view: name, where }, [])),
        field: path(field),
        hint: hintFor({ view: name, where }),
      };
    },

    /**
     * Disjoint filters, to be counted separately. After a cursor there are several: for an `$or` the server reads
     * documents, while each branch alone is counted from the index.
     */
    filters(query: CountQuery, keys: readonly string[]) {
      const common = conditions(query, keys);
      const hint = hintFor(query);
      if (query.after === undefined) return { filters: [filterOf(common)], hint };
      const order = totalOrder(query, false);
      const steps = stepsBeyond(order, readCursor(query.after, order.length));
      return { filters: steps.map((step) => filterOf([...common, step])), hint };
    },

    /** Requests one row more than the limit, to know whether there is another page. */
    page(query: RowQuery, keys: readonly string[]) {
      const order = totalOrder(query, isBackward(query));
      const cursor = query.before ?? query.after;
      const from = cursor === undefined ? [] : afterCursor(order, readCursor(cursor, order.length));
      const sort = order.map(({ field, descending }): [string, SortDirection] => [path(field), descending ? -1 : 1]);
      const limit = query.limit === undefined ? {} : { limit: query.limit + 1 };
      return {
        filter: filterOf([...conditions(query, keys), ...from]),
        options: { sort, skip: query.offset ?? 0, ...limit, ...hintFor(query) },
      };
    },
  };
}
