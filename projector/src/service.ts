import { watchBuilding } from '@dayline/http/operations/building';
import { lastKnownLag, viewLagParts } from '@dayline/http/operations/view-lag';
import { serveProcess } from '@dayline/http/server/serve';
import type { Running } from '@dayline/runtime/service/process';
import { openProcess, type ProcessParts } from '@dayline/stores/process';
import { openWhenRead } from '@dayline/view-store/lazy';
import { activity } from './projections/activity/projection.ts';
import { desk } from './projections/desk/projection.ts';
import { statusLines } from './runner/log-status.ts';
import { startProjectors } from './runner/start-all.ts';

/**
 * The projector as a separate process, which serves only its health and metrics. A second one waits for the first to
 * end.
 */
export async function startProjectorService(parts: ProcessParts): Promise<Running> {
  const opened = await openProcess(parts, { keepsLastSeen: false, projections: [desk, activity] });
  const { logger, clock, metrics, stores } = opened;
  const { log, vault, views } = stores;
  const onStatus = statusLines(logger);
  const projectors = await startProjectors({ ...stores, keys: vault.keys }, { desk: onStatus, activity: onStatus });
  const store = await views.open(desk, 'read');
  const activityStore = openWhenRead(() => views.open(activity, 'read'));
  const deskLag = viewLagParts(desk, { log, store, projector: projectors.desk, clock });
  const activityLag = viewLagParts(activity, { log, store: activityStore, projector: projectors.activity, clock });
  const building = watchBuilding({ log, store, reached: () => views.building(desk) });
  metrics.observe({ projectors: [deskLag, activityLag].map(lastKnownLag), log });
  const close = async (): Promise<void> => {
    await Promise.all([projectors.desk.stop(), projectors.activity.stop()]);
    await Promise.all([store.close(), activityStore.close()]);
    await opened.close();
  };
  const askVault = () => vault.outbox.inTrouble();
  const listening = await serveProcess({
    ...opened,
    calls: [],
    health: {
      log,
      vault: askVault,
      views: deskLag,
      activityViews: activityLag,
      building,
      lettersInTrouble: null,
      erasures: null,
    },
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
