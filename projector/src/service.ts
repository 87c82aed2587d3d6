import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { watchBuilding } from '@dayline/http/operations/building';
import { lastKnownLag, viewLagParts } from '@dayline/http/operations/view-lag';
import { serveProcess } from '@dayline/http/serve';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Running } from '@dayline/runtime/service/process';
import type { Stores } from '@dayline/stores/open';
import { openProcess, type ProcessParts } from '@dayline/stores/process';
import { openWhenRead } from '@dayline/view-store/lazy';
import { activity } from './projections/activity/projection.ts';
import { desk } from './projections/desk/projection.ts';
import { startLeasedProjector } from './runner/lease.ts';
import { statusLines } from './runner/log-status.ts';
import { startRetryingProjector } from './runner/retrying-projector.ts';
import { storedFeed } from './runner/stored-feed.ts';

/**
 * The projector as a separate process, which serves only its health and metrics. A second one waits for the first to
 * end.
 */
export async function startProjectorService(parts: ProcessParts): Promise<Running> {
  const opened = await openProcess(parts);
  const { logger, clock, metrics, stores } = opened;
  const { log, vault, views } = stores;
  const projectors = await keepViews(stores, logger);
  const store = await views.open(desk, 'read');
  const activityStore = openWhenRead(() => views.open(activity, 'read'));
  const standing = viewLagParts(desk, { log, store, projector: projectors.desk, clock });
  const beside = viewLagParts(activity, { log, store: activityStore, projector: projectors.activity, clock });
  const building = watchBuilding({ log, store, reached: () => views.building(desk) });
  metrics.observe({ projectors: [standing, beside].map(lastKnownLag), log });
  const close = async (): Promise<void> => {
    await Promise.all([projectors.desk.stop(), projectors.activity.stop()]);
    await Promise.all([store.close(), activityStore.close()]);
    await opened.close();
  };
  const askVault = () => vault.outbox.inTrouble();
  const listening = await serveProcess({
    ...opened,
    calls: [],
    health: { log, vault: askVault, views: standing, beside, building, lettersInTrouble: null, erasures: null },
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    port: listening.port,
    async stop() {
      await listening.close();
      await close();
    },
  };
}

async function keepViews({ log, vault, views, lease }: Stores, logger: Logger) {
  const onStatus = statusLines(logger);
  return {
    desk: await startLeasedProjector({
      projection: desk,
      feed: openSealedLog(log, vault.keys),
      views,
      lease: lease(desk),
      onStatus,
    }),
    activity: startRetryingProjector({
      projection: activity,
      feed: storedFeed(log),
      views,
      lease: lease(activity),
      onStatus,
    }),
  };
}
