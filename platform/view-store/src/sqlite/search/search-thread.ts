import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteViewStore } from '../open.ts';
import type { FromSearchThread, SearchThreadData, ToSearchThread } from './searches.ts';

const port = parentPort;
if (!port) throw new Error('Searches run in a thread of their own.');
const say = (message: FromSearchThread): void => port.postMessage(message);

// Cast is safe: only searches.ts starts this thread.
const { directory, projection } = workerData as SearchThreadData;
const views = openSqliteViewStore({ directory });
const store = await views.open(projection, 'read');

function found(asked: Exclude<ToSearchThread, 'close'>): Promise<unknown> {
  if (asked.kind === 'people') return store.people(asked.query);
  return asked.kind === 'query' ? store.query(asked.query) : store.count(asked.query);
}

// Cast is safe: only this type is sent. Requests are answered in order.
port.on('message', async (asked: ToSearchThread) => {
  if (asked === 'close') {
    await views.close();
    port.close();
    return;
  }
  const { id } = asked;
  try {
    say({ id, found: await found(asked) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    say({ id, failed: { name, message } });
  }
});
