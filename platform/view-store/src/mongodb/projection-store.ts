import type { BatchResult, Checkpoint, ParkedEvent } from '../port.ts';
import type { GenerationStore } from '../scrubbing.ts';
import { writeBatch } from './batch.ts';
import { openCommits } from './commits.ts';
import { reach, withReach } from './reach.ts';
import { type OpenedRows, rowQueries, rowReads, type Views, viewsOf } from './row-reads.ts';
import { readScrubNotes } from './scrub-notes.ts';

interface OpenedStore extends OpenedRows {
  readonly mode: 'read' | 'write';
  /** Poll interval for commits of other processes, in ms. */
  readonly lookEveryMs: number;
}

/** The rows of one generation; never switches to another. */
export function openProjectionStore(parts: OpenedStore): GenerationStore {
  const { scrubbing, ...store } = storeOf(parts);
  return { ...withReach(store), scrubbing };
}

function checkpointsOf({ collections, mongo: { read } }: OpenedStore, { limit }: Views) {
  return async (): Promise<Checkpoint | null> => {
    const found = await read((session) => collections.state.findOne({ _id: 'checkpoint' }, { ...limit, session }));
    return found?.checkpoint ?? null;
  };
}

function storeOf(parts: OpenedStore): GenerationStore {
  const {
    collections,
    mongo: { read },
    projection,
    mode,
    lookEveryMs,
  } = parts;
  const { state, parked } = collections;
  const views = viewsOf(parts);
  const { viewOf, limit } = views;
  const readCheckpoint = checkpointsOf(parts, views);
  const commits = openCommits(async () => (await readCheckpoint())?.position ?? null, lookEveryMs);
  const mayWrite = () => {
    if (mode === 'read') throw new TypeError(`${projection.name} was opened for reading`);
  };

  return {
    checkpoint: readCheckpoint,
    async parked() {
      const found = await read((session) => parked.find({}, { sort: { _id: 1 }, ...limit, session }).toArray());
      return found.map(({ _id, ...event }): ParkedEvent => event);
    },

    ...rowReads(parts, views),
    ...rowQueries(parts, views),

    async write(batch): Promise<BatchResult> {
      mayWrite();
      for (const { view } of batch.writes) viewOf(view);
      const { from, to } = batch.checkpoint;
      const current = await readCheckpoint();
      // Rows have their own guards; this check saves work, and leaves rows of another log unchanged.
      const isStale = current?.position !== from?.position || current?.eventId !== from?.eventId;
      if (isStale) return { written: false, checkpoint: current };
      if (!(await writeBatch(collections, projection, batch)))
        return { written: false, checkpoint: await readCheckpoint() };
      commits.notify(to.position);
      return { written: true };
    },

    onCommit: (listener) => commits.listen(listener),
    // A single generation never switches.
    onSwap: () => () => undefined,

    scrubbing: {
      notes: () => reach(() => readScrubNotes(state)),
      // The server reuses the space of replaced data at its own pace: docs/operations.md says when.
      clean: async () => true,
      done: (upTo) =>
        reach(async () => {
          await state.updateOne({ _id: 'scrubbed' }, { $set: { position: upTo } }, { upsert: true });
        }),
    },

    async close() {
      commits.close();
    },
  };
}
