import type { ViewRow } from '@dayline/contracts/views/row';
import type { Mongo } from '@dayline/runtime/mongodb/connect';
import type { Filter } from 'mongodb';
import { foldedFields } from '../names.ts';
import { changedOf, pageOf } from '../pages.ts';
import {
  type PeopleQuery,
  type ProjectionDefinition,
  type ProjectionStore,
  type RowFilter,
  type RowPage,
  type RowQuery,
  type Scalar,
  TooManyFound,
} from '../port.ts';
import { inTime } from './reach.ts';
import { selectsOf } from './select.ts';
import { type GenerationCollections, pathOf, type RowDocument } from './shape.ts';

const scanPage = 1000;

export interface OpenedRows {
  readonly collections: GenerationCollections;
  /** The same over the search connections. */
  readonly searched: GenerationCollections;
  readonly mongo: Pick<Mongo, 'connectSearches' | 'readWithinMs' | 'read' | 'search'>;
  /** Maximum number of keys that `foundIn` passes on. */
  readonly maxKeys: number;
  readonly projection: ProjectionDefinition;
}

export type Views = ReturnType<typeof viewsOf>;

/** The views by name, with their collections and queries. */
export function viewsOf({
  collections,
  searched,
  mongo: { connectSearches, readWithinMs, search },
  maxKeys,
  projection,
}: OpenedRows) {
  const limit = { maxTimeMS: readWithinMs } as const;
  const views = new Map(
    projection.views.map((view) => [
      view.name,
      {
        rows: collections.rows(view.name),
        searched: searched.rows(view.name),
        selects: selectsOf(view),
        folded: foldedFields(view),
      },
    ]),
  );
  const viewOf = (name: string) => {
    const view = views.get(name);
    if (!view) throw new TypeError(`${projection.name} has no view ${JSON.stringify(name)}`);
    return view;
  };
  async function keysFor({ foundIn }: RowFilter): Promise<readonly string[]> {
    if (!foundIn) return [];
    const view = viewOf(foundIn.view);
    await connectSearches();
    const { filter, options } = view.selects.page({ ...foundIn, limit: maxKeys }, await keysFor(foundIn));
    const { sort: _, ...unsorted } = options;
    const keys = await search((session) =>
      view.searched
        .find(filter, { ...unsorted, ...limit, session, projection: { _id: 1 } })
        .map(({ _id }) => _id)
        .toArray(),
    );
    if (keys.length > maxKeys) throw new TooManyFound(`more than ${maxKeys} rows of ${foundIn.view} are found`);
    return keys;
  }

  return { views, viewOf, keysFor, limit };
}

/** Whether a page may take long: text search, keys from another view, or skipped rows. */
const isSearch = ({ contains, foundIn, offset = 0 }: RowQuery): boolean =>
  contains !== undefined || foundIn !== undefined || offset > 0;

const rowsOf = (documents: readonly RowDocument[]): ViewRow[] => documents.map(({ row }) => row);

/** Reads by key, by an indexed field, by change and of all rows. */
export function rowReads(
  { mongo: { read } }: OpenedRows,
  { viewOf, limit }: Views,
): Pick<ProjectionStore, 'load' | 'loadBy' | 'changed' | 'scan'> {
  return {
    async load(name, keys) {
      const { rows } = viewOf(name);
      if (keys.length === 0) return new Map();
      const found = await read((session) => rows.find({ _id: { $in: [...keys] } }, { ...limit, session }).toArray());
      return new Map(found.map(({ _id, row }) => [_id, row]));
    },

    async loadBy(name, field, values, most) {
      const { rows, folded } = viewOf(name);
      // Cast is safe: a path into a row, which the driver's types can't express.
      const filterOf = (value: Scalar | { $in: Scalar[] }) =>
        ({ [pathOf(folded(field).field)]: value }) as Filter<RowDocument>;
      const { index: hint } = folded(field);
      const find = (filter: Filter<RowDocument>, window: { readonly limit?: number }) =>
        read((session) => rows.find(filter, { hint, ...limit, ...window, session }).toArray());
      const distinct = [...new Set(values)];
      if (most === undefined) return rowsOf(await find(filterOf({ $in: distinct }), {}));
      const found = await Promise.all(distinct.map((value) => find(filterOf(value), { limit: most })));
      return rowsOf(found.flat());
    },

    async changed(names, after, upTo, most) {
      const changedIn = (name: string) => [
        { $match: { at: { $gt: after, $lte: upTo } } },
        { $sort: { at: 1, _id: 1 } },
        { $limit: most + 1 },
        { $project: { row: 1, view: { $literal: name } } },
      ];
      const [first, ...others] = names;
      if (first === undefined) return changedOf([], most);
      // One query for all views, since every query service runs it on each commit.
      const unions = others.map((name) => ({
        $unionWith: { coll: viewOf(name).rows.collectionName, pipeline: changedIn(name) },
      }));
      const { rows } = viewOf(first);
      const stages = [...changedIn(first), ...unions];
      const found = await read((session) =>
        rows.aggregate<RowDocument & { readonly view: string }>(stages, { hint: 'at', ...limit, session }).toArray(),
      );
      // The rows of each view come in order.
      return changedOf(
        names.map((name) => [name, rowsOf(found.filter(({ view }) => view === name))] as const),
        most,
      );
    },

    // Page by page: a scan may outlive a cursor.
    async *scan(name) {
      const { rows } = viewOf(name);
      let after = '';
      for (;;) {
        const filter = { _id: { $gt: after } };
        const found = await read((session) =>
          rows.find(filter, { sort: { _id: 1 }, limit: scanPage, ...limit, session }).toArray(),
        );
        yield* rowsOf(found);
        const last = found.at(-1);
        if (!last || found.length < scanPage) return;
        after = last._id;
      }
    },
  };
}

/** Queries, counts and people, which a time limit may end. */
export function rowQueries(
  { mongo: { connectSearches, read, search } }: OpenedRows,
  { viewOf, keysFor, limit }: Views,
): Pick<ProjectionStore, 'query' | 'count' | 'people'> {
  return {
    async query<Row extends ViewRow = ViewRow>(query: RowQuery): Promise<RowPage<Row>> {
      const view = viewOf(query.view);
      const rows = isSearch(query) ? view.searched : view.rows;
      const found = await inTime(async () => {
        const { filter, options } = view.selects.page(query, await keysFor(query));
        if (isSearch(query)) await connectSearches();
        const run = isSearch(query) ? search : read;
        return run((session) => rows.find(filter, { ...options, ...limit, session }).toArray());
      });
      // Cast is safe: the caller names the view, which fixes the row type.
      return pageOf(query, rowsOf(found) as Row[]);
    },

    async people<Row extends ViewRow = ViewRow>(query: PeopleQuery): Promise<readonly Row[]> {
      const { rows, selects } = viewOf(query.view);
      const { namedIn } = query;
      const found = await inTime(async () => {
        let personKeys: readonly string[] | null = null;
        if (namedIn) {
          const { rows: naming, selects: selection } = viewOf(namedIn.view);
          const { filter, field, hint } = selection.naming(namedIn);
          personKeys = await read((session) => naming.distinct(field, filter, { ...hint, ...limit, session }));
        }
        const { filter, options } = selects.people(query, personKeys);
        return query.keys.length === 0
          ? []
          : read((session) => rows.find(filter, { ...options, ...limit, session }).toArray());
      });
      // Cast is safe: the caller names the view, which fixes the row type.
      return rowsOf(found) as Row[];
    },

    async count(query) {
      const { searched: rows, selects } = viewOf(query.view);
      const counts = await inTime(async () => {
        const { filters, hint } = selects.filters(query, await keysFor(query));
        await connectSearches();
        return Promise.all(
          filters.map((filter) => search((session) => rows.countDocuments(filter, { ...hint, ...limit, session }))),
        );
      });
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
