import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import { startProjector } from '@dayline/projector/runner/start';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';

/** Builds the views of the whole log with the product's projector; returns the time in ms. */
export async function projectAll({
  log,
  folder,
}: {
  readonly log: SealedLog;
  readonly folder: string;
}): Promise<number> {
  const started = performance.now();
  const head = await log.head();
  const views = openSqliteViewStore({ directory: folder });
  let reached: () => void = () => {};
  let failed: (error: Error) => void = () => {};
  const done = new Promise<void>((resolve, reject) => {
    reached = resolve;
    failed = reject;
  });
  const projector = await startProjector({
    projection: desk,
    feed: log,
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
