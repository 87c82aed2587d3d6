import type { ProjectionStore } from './port.ts';

/** The read operations on views that may not exist yet. */
export type ReadStore = Pick<ProjectionStore, 'checkpoint' | 'parked' | 'load' | 'query' | 'count' | 'close'>;

/** Opens views on first use and retries after a failure, so that a process starts without them. */
export function openWhenRead(open: () => Promise<ProjectionStore>): ReadStore {
  let openedStore: Promise<ProjectionStore> | null = null;
  const store = (): Promise<ProjectionStore> => {
    openedStore ??= open().catch((error: unknown) => {
      openedStore = null;
      throw error;
    });
    return openedStore;
  };
  return {
    checkpoint: async () => (await store()).checkpoint(),
    parked: async () => (await store()).parked(),
    load: async (view, keys) => (await store()).load(view, keys),
    query: async (query) => (await store()).query(query),
    count: async (query) => (await store()).count(query),
    async close() {
      // Nothing to close if opening failed.
      await openedStore?.then((store) => store.close()).catch(() => undefined);
    },
  };
}
