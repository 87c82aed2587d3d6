import type { Projection } from '@dayline/projector/projections/projection';
import type { EventFeed } from '@dayline/projector/runner/run';
import { startProjector } from '@dayline/projector/runner/start';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';

/** Builds a projection's views of the whole log with the product's projector; returns the time in ms. */
export async function projectAll({
  projection,
  feed,
  folder,
}: {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly folder: string;
}): Promise<number> {
  const started = performance.now();
  const head = await feed.head();
  const views = openSqliteViewStore({ directory: folder });
  let reached: () => void = () => {};
  let failed: (error: Error) => void = () => {};
  const done = new Promise<void>((resolve, reject) => {
    reached = resolve;
    failed = reject;
  });
  const projector = await startProjector({
    projection,
    feed,
    views,
    onStatus: ({ checkpoint, stopped, parkedEvents }) => {
      if (stopped !== null || parkedEvents > 0) failed(new Error(stopped ?? 'An event was parked.'));
      if (checkpoint === head) reached();
    },
  });
  await done;
  const ms = performance.now() - started;
  await projector.stop();
  await views.close();
  return ms;
}
