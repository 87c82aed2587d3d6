import { isMongoAway } from '../../mongodb/away.ts';
import { type ProjectionStore, ViewStoreUnavailable } from '../port.ts';

/** What went wrong, without the server's own words: they may quote a row. */
function told(error: unknown): unknown {
  const { name, code, codeName } = error as {
    readonly name?: unknown;
    readonly code?: unknown;
    readonly codeName?: unknown;
  };
  const kind = [name, codeName ?? code].filter((part) => part !== undefined).join(' ');
  if (isMongoAway(error)) return new ViewStoreUnavailable(`The views' server is away: ${kind}`, { cause: error });
  if (typeof name !== 'string' || !name.startsWith('Mongo')) return error;
  return new Error(`The views' server refused: ${kind}`, { cause: error });
}

/** Runs what asks the server. @throws ViewStoreUnavailable where it is away */
export async function reach<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw told(error);
  }
}

/** The same store, whose calls reject with what `reach` makes of the driver's errors, and when it is closed. */
export function reaching(store: ProjectionStore): ProjectionStore {
  let isClosed = false;
  const ask = <Answer>(question: () => Promise<Answer>): Promise<Answer> =>
    reach(() => {
      if (isClosed) throw new ViewStoreUnavailable('The views are closed.');
      return question();
    });
  return {
    ...store,
    checkpoint: () => ask(() => store.checkpoint()),
    parked: () => ask(() => store.parked()),
    load: (view, keys) => ask(() => store.load(view, keys)),
    loadBy: (view, field, values) => ask(() => store.loadBy(view, field, values)),
    write: (batch) => ask(() => store.write(batch)),
    clear: () => ask(() => store.clear()),
    query: (query) => ask(() => store.query(query)),
    count: (filter) => ask(() => store.count(filter)),
    changed: (names, after, upTo, limit) => ask(() => store.changed(names, after, upTo, limit)),
    async *scan(view) {
      const rows = store.scan(view)[Symbol.asyncIterator]();
      for (;;) {
        const next = await ask(() => rows.next());
        if (next.done) return;
        yield next.value;
      }
    },
    async close() {
      isClosed = true;
      await store.close();
    },
  };
}
