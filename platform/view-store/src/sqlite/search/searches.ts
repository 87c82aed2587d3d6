import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { ViewRow } from '@dayline/contracts/views/row';
import { FairQueue } from '@dayline/runtime/fair-queue';
import { spawnWorker } from '@dayline/runtime/worker/spawn';
import { BadCursor } from '../../cursor.ts';
import {
  type CountQuery,
  type PeopleQuery,
  type ProjectionDefinition,
  type ProjectionStore,
  type RowPage,
  type RowQuery,
  ViewStoreUnavailable,
} from '../../port.ts';

export interface SearchThreadData {
  readonly directory: string;
  readonly projection: ProjectionDefinition;
}

type SearchRequest =
  | { readonly kind: 'query'; readonly query: RowQuery }
  | { readonly kind: 'count'; readonly query: CountQuery }
  | { readonly kind: 'people'; readonly query: PeopleQuery };
export type ToSearchThread = (SearchRequest & { readonly id: number }) | 'close';
export type FromSearchThread =
  | { readonly id: number; readonly found: unknown }
  | { readonly id: number; readonly failed: { readonly name: string; readonly message: string } };

/** A page with a larger offset is slow, since the rows before it are scanned. */
const farOffset = 1_000;

/** Whether a query may take long for any number of results: it searches texts or scans an index. */
const isLong = ({ contains, foundIn, offset = 0 }: RowQuery): boolean =>
  contains !== undefined || foundIn !== undefined || offset > farOffset;

/** Maximum number of one owner's queries that a thread is running or that wait for it. */
const maxOfOne = 64;

/** The client or doctor whose rows are read, named by the first equality. */
const ownerOf = ({ kind, query }: SearchRequest): string =>
  kind === 'people' ? query.within : String(Object.values(query.where)[0] ?? '');

/**
 * Wraps a store so that searches, far pages and counts run in threads with their own connections: SQLite runs
 * synchronously and would block the event loop that answers commands. Counts don't wait for searches: each kind has a
 * thread, which starts on first use and handles one query at a time, with the owners taking turns.
 */
export function searchInThread(
  store: ProjectionStore,
  directory: string,
  { name, version, views }: ProjectionDefinition,
): ProjectionStore {
  const projection = {
    name,
    version,
    views: views.map((view) => ({
      name: view.name,
      indexes: view.indexes,
      ...(view.searched && { searched: view.searched }),
      ...(view.people && { people: view.people }),
    })),
  };
  const searches = questions({ directory, projection });
  const counts = questions({ directory, projection });
  /** A thread that starts later would open the file that replaced this store's. */
  const isServed = () => store.checkpoint();
  // Searches must not read the previous generation's rows.
  store.onSwap(() => {
    searches.retire();
    counts.retire();
  });
  return {
    ...store,
    // Casts are safe: a thread returns what the store does.
    async query<Row extends ViewRow = ViewRow>({ signal, ...query }: RowQuery): Promise<RowPage<Row>> {
      if (!isLong(query)) return await store.query<Row>(query);
      await isServed();
      return (await searches.ask({ kind: 'query', query }, signal)) as RowPage<Row>;
    },
    async count({ signal, ...query }) {
      await isServed();
      return (await (isLong(query) ? searches : counts).ask({ kind: 'count', query }, signal)) as number;
    },
    // It can take long only when limited to the patients of a doctor.
    async people<Row extends ViewRow = ViewRow>({ signal, ...query }: PeopleQuery): Promise<readonly Row[]> {
      if (!query.namedIn) return await store.people<Row>(query);
      await isServed();
      return (await searches.ask({ kind: 'people', query }, signal)) as readonly Row[];
    },
    async close() {
      await Promise.all([searches.close(), counts.close(), store.close()]);
    },
  };
}

/** The queries sent to a thread. Those that wait are kept here, where they can be dropped. */
function questions(data: SearchThreadData) {
  let thread: SearchThread | null = null;
  const closings = new Set<Promise<void>>();
  const pending = new Set<Promise<unknown>>();
  const queue = new FairQueue({ atOnce: 1, perOwner: maxOfOne });

  /** Ends the thread after its pending request. */
  function retire(): void {
    const closing = thread?.close();
    thread = null;
    if (!closing) return;
    closings.add(closing);
    void closing.then(() => closings.delete(closing));
  }
  return {
    retire,
    /** @throws TooBusy, the signal's reason, or what the store throws */
    ask(request: SearchRequest, signal: AbortSignal | undefined): Promise<unknown> {
      const owner = ownerOf(request);
      const answer = queue.run({ group: owner, owner, signal }, () => {
        if (thread?.hasEnded !== false) thread = startThread(data);
        return thread.ask(request);
      });
      pending.add(answer);
      const forget = () => pending.delete(answer);
      answer.then(forget, forget);
      return answer;
    },
    async close(): Promise<void> {
      await Promise.allSettled(pending);
      retire();
      await Promise.all(closings);
    },
  };
}

interface SearchThread {
  readonly hasEnded: boolean;
  ask(request: SearchRequest): Promise<unknown>;
  close(): Promise<void>;
}

function startThread(data: SearchThreadData): SearchThread {
  const worker: Worker = spawnWorker('search-thread', import.meta.url, data);
  worker.unref();
  const waiting = new Map<number, { resolve: (found: unknown) => void; reject: (error: Error) => void }>();
  let count = 0;
  let hasEnded = false;
  let death = 'the thread ended';
  worker.on('message', (message: FromSearchThread) => {
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) worker.unref();
    if ('found' in message) asker?.resolve(message.found);
    else asker?.reject(errorOf(message.failed));
  });
  worker.on('error', (error) => {
    death = error.message;
  });
  const exit = once(worker, 'exit').then(
    () => undefined,
    () => undefined,
  );
  worker.on('exit', () => {
    hasEnded = true;
    for (const { reject } of waiting.values())
      reject(new ViewStoreUnavailable(`The views could not be searched: ${death}`));
    waiting.clear();
  });
  return {
    get hasEnded() {
      return hasEnded;
    },
    ask: (question) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        worker.ref();
        worker.postMessage({ ...question, id: count } satisfies ToSearchThread);
      }),
    async close() {
      worker.postMessage('close' satisfies ToSearchThread);
      await exit;
    },
  };
}

const errors: Readonly<Record<string, new (message: string) => Error>> = { BadCursor, TypeError, ViewStoreUnavailable };

const errorOf = ({ name, message }: { readonly name: string; readonly message: string }): Error =>
  new (errors[name] ?? Error)(message);
