import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteViewStore } from '../open.ts';
import type { FromSearchThread, SearchThreadData, ToSearchThread } from './searches.ts';

const port = parentPort;
if (!port) throw new Error('Searches run in a thread of their own.');
const post = (message: FromSearchThread): void => port.postMessage(message);

// Cast is safe: only searches.ts starts this thread.
const { directory, projection } = workerData as SearchThreadData;
const views = openSqliteViewStore({ directory });
const store = await views.open(projection, 'read');

function found(request: Exclude<ToSearchThread, 'close'>): Promise<unknown> {
  if (request.kind === 'people') return store.people(request.query);
  return request.kind === 'query' ? store.query(request.query) : store.count(request.query);
}

// Cast is safe: only this type is sent. Requests are answered in order.
port.on('message', async (request: ToSearchThread) => {
  if (request === 'close') {
    await views.close();
    port.close();
    return;
  }
  const { id } = request;
  try {
    post({ id, found: await found(request) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    post({ id, failed: { name, message } });
  }
});
