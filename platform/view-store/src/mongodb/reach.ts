import { isMongoUnavailable } from '@dayline/runtime/mongodb/unavailable';
import { type ProjectionStore, QueryTooSlow, ViewStoreUnavailable } from '../port.ts';

/** The error without the server's message, which may quote a row. */
function withoutServerMessage(error: unknown): unknown {
  const { name, code, codeName } = error as {
    readonly name?: unknown;
    readonly code?: unknown;
    readonly codeName?: unknown;
  };
  const kind = [name, codeName ?? code].filter((part) => part !== undefined).join(' ');
  if (isMongoUnavailable(error))
    return new ViewStoreUnavailable(`The views' server is unavailable: ${kind}`, { cause: error });
  if (typeof name !== 'string' || !name.startsWith('Mongo')) return error;
  return new Error(`The views' server refused: ${kind}`, { cause: error });
}

/** Runs a call to the server. @throws ViewStoreUnavailable if it is unavailable */
export async function reach<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw withoutServerMessage(error);
  }
}

/** MaxTimeMSExpired: the server exceeded the time limit. */
const overtime = 50;

/** Runs a query or a count. @throws QueryTooSlow if it exceeded the server's time limit */
export async function inTime<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== overtime) throw error;
    throw new QueryTooSlow('The query took longer than an answer may.');
  }
}

/** Wraps a store so that its calls reject with the errors of `reach`, even after it was closed. */
export function withReach(store: ProjectionStore): ProjectionStore {
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
    loadBy: (view, field, values, limit) => ask(() => store.loadBy(view, field, values, limit)),
    write: (batch) => ask(() => store.write(batch)),
    query: (query) => ask(() => store.query(query)),
    count: (filter) => ask(() => store.count(filter)),
    people: (query) => ask(() => store.people(query)),
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
