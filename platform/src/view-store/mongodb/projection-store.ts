import type { ViewRow } from '@dayline/contracts/views';
import type { Filter } from 'mongodb';
import { foldedFields } from '../names.ts';
import { changedOf, pageOf } from '../pages.ts';
import type {
  BatchResult,
  Checkpoint,
  ParkedEvent,
  ProjectionDefinition,
  ProjectionStore,
  RowFilter,
  RowPage,
  RowQuery,
} from '../port.ts';
import { writeBatch } from './batch.ts';
import { openCommits } from './commits.ts';
import { makeIndexes } from './generation.ts';
import { reaching } from './reach.ts';
import { selectsOf } from './select.ts';
import { type GenerationCollections, pathOf, type RowDocument } from './shape.ts';

const scanPage = 1000;

interface Opened {
  readonly collections: GenerationCollections;
  readonly projection: ProjectionDefinition;
  readonly mode: 'read' | 'write';
  /** How often another process's commits are looked for while somebody listens, in ms. */
  readonly lookEveryMs: number;
}

/** The rows of one generation. It never moves to another one. */
export const openProjectionStore = (opened: Opened): ProjectionStore => reaching(storeOf(opened));

function storeOf({ collections, projection, mode, lookEveryMs }: Opened): ProjectionStore {
  const { state, parked } = collections;
  const views = new Map(
    projection.views.map((view) => [
      view.name,
      { rows: collections.rows(view.name), selects: selectsOf(view), folded: foldedFields(view) },
    ]),
  );
  const viewOf = (name: string) => {
    const view = views.get(name);
    if (!view) throw new TypeError(`${projection.name} has no view ${JSON.stringify(name)}`);
    return view;
  };
  const mayWrite = () => {
    if (mode === 'read') throw new TypeError(`${projection.name} was opened for reading`);
  };

  async function readCheckpoint(): Promise<Checkpoint | null> {
    const found = await state.find({ _id: { $in: ['checkpoint', 'clearing'] } }).toArray();
    if (found.some(({ _id }) => _id === 'clearing')) {
      // Whoever began to forget the rows was stopped; they belong to another log.
      if (mode === 'write') await forget();
      return null;
    }
    return found[0]?.checkpoint ?? null;
  }

  /** Each step can be the last one: what says that rows are being forgotten is written first and goes last. */
  async function forget(): Promise<void> {
    await state.updateOne({ _id: 'clearing' }, { $set: {} }, { upsert: true });
    for (const { rows } of views.values()) await rows.drop();
    await parked.drop();
    await makeIndexes(collections, projection, true);
    await state.deleteOne({ _id: 'checkpoint' });
    await state.deleteOne({ _id: 'clearing' });
  }

  const commits = openCommits(async () => (await readCheckpoint())?.position ?? null, lookEveryMs);
  async function keysFor({ foundIn }: RowFilter): Promise<readonly string[]> {
    if (!foundIn) return [];
    const { rows, selects } = viewOf(foundIn.view);
    const found = rows.find(selects.filter(foundIn, await keysFor(foundIn)), { projection: { _id: 1 } });
    return found.map(({ _id }) => _id).toArray();
  }
  const rowsOf = (documents: readonly RowDocument[]): ViewRow[] => documents.map(({ row }) => row);

  return {
    checkpoint: readCheckpoint,
    async parked() {
      const found = await parked.find({}, { sort: { _id: 1 } }).toArray();
      return found.map(({ _id, ...event }): ParkedEvent => event);
    },

    async load(name, keys) {
      const { rows } = viewOf(name);
      const found = keys.length > 0 ? await rows.find({ _id: { $in: [...keys] } }).toArray() : [];
      return new Map(found.map(({ _id, row }) => [_id, row]));
    },

    async loadBy(name, field, values) {
      const { rows, folded } = viewOf(name);
      // The border to the driver: a path into a row.
      const filter = { [pathOf(folded(field))]: { $in: [...new Set(values)] } } as Filter<RowDocument>;
      return rowsOf(await rows.find(filter).toArray());
    },

    async write(batch): Promise<BatchResult> {
      mayWrite();
      for (const { view } of batch.writes) viewOf(view);
      const { from, to } = batch.checkpoint;
      const standing = await readCheckpoint();
      // Rows have their own guards; this saves work, and leaves rows alone that another log's events made.
      const isStale = standing?.position !== from?.position || standing?.eventId !== from?.eventId;
      if (isStale) return { written: false, checkpoint: standing };
      if (!(await writeBatch(collections, batch))) return { written: false, checkpoint: await readCheckpoint() };
      commits.tell(to.position);
      return { written: true };
    },

    async clear() {
      mayWrite();
      await forget();
    },

    async query<Row extends ViewRow = ViewRow>(query: RowQuery): Promise<RowPage<Row>> {
      const { rows, selects } = viewOf(query.view);
      const { filter, options } = selects.page(query, await keysFor(query));
      const found = await rows.find(filter, options).toArray();
      // A view's name fixes the shape of its rows; whoever asks names it.
      return pageOf(query, rowsOf(found) as Row[]);
    },

    async count(filter) {
      const { rows, selects } = viewOf(filter.view);
      return rows.countDocuments(selects.filter(filter, await keysFor(filter)));
    },

    async changed(names, after, upTo, limit) {
      const order = { sort: { at: 1, _id: 1 }, limit: limit + 1 } as const;
      const range = { at: { $gt: after, $lte: upTo } };
      const found = names.map(
        async (name) => [name, rowsOf(await viewOf(name).rows.find(range, order).toArray())] as const,
      );
      return changedOf(await Promise.all(found), limit);
    },

    // A page at a time, not one long cursor: it may take longer than a cursor lives.
    async *scan(name) {
      const { rows } = viewOf(name);
      let after = '';
      for (;;) {
        const found = await rows.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: scanPage }).toArray();
        yield* rowsOf(found);
        const last = found.at(-1);
        if (!last || found.length < scanPage) return;
        after = last._id;
      }
    },

    onCommit: (listener) => commits.listen(listener),
    // One generation never moves.
    onSwap: () => () => undefined,

    async close() {
      commits.close();
    },
  };
}
