import { type Clock, systemClock } from '@dayline/platform/clock';
import type { Config } from '@dayline/platform/config/config';
import { serveFrom } from '@dayline/platform/data-folder/occupancy';
import { createApp } from '@dayline/platform/http/app';
import { listen } from '@dayline/platform/http/listen';
import { securityHeaders } from '@dayline/platform/http/security-headers';
import type { Logger } from '@dayline/platform/logging/logger';
import { createMetrics } from '@dayline/platform/metrics/metrics';
import { healthRoutes } from '@dayline/platform/operations/health';
import { metricsRoute } from '@dayline/platform/operations/metrics-route';
import { type StandingParts, viewStanding } from '@dayline/platform/operations/standing';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import type { Running } from '@dayline/platform/service/process';
import { openStores, type Stores } from '@dayline/platform/stores/open';
import { desk } from './projections/desk/projection.ts';
import { startLeasedProjector } from './runner/lease.ts';
import type { Projector } from './runner/start.ts';

export interface ProjectorProcessParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** The projector as a process of its own: it answers nothing but how it stands. A second one waits for the first's end. */
export async function startProjectorService({
  config,
  logger,
  clock = systemClock,
}: ProjectorProcessParts): Promise<Running> {
  const leave = serveFrom(config.dataDir);
  const stores = await openStores(config);
  const { log, vault, views } = stores;
  const projector = await keepViews(stores, logger);
  const store = await views.open(desk, 'read');
  const metrics = createMetrics();
  const standing: StandingParts = { log, store, projector, projection: `${desk.name}@${desk.version}`, clock };
  metrics.observe({ projector: () => viewStanding(standing) });
  const security = securityHeaders({ secure: config.cookieSecure });
  const app = createApp({
    security,
    logger,
    calls: [],
    more: (express) => {
      const askVault = () => vault.outbox.inTrouble();
      express.use(healthRoutes({ config, log, vault: askVault, views: standing, lettersInTrouble: null }));
      express.use(metricsRoute(metrics, config.metricsToken));
    },
  });
  const close = async (): Promise<void> => {
    await projector.stop();
    await store.close();
    await stores.close();
    leave();
  };
  const { host, port } = config;
  const listening = await listen(app, { host, port, security }).catch(async (error: unknown) => {
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

const keepViews = ({ log, vault, views, lease }: Stores, logger: Logger): Promise<Projector> =>
  startLeasedProjector({
    projection: desk,
    feed: openSealedLog(log, vault.keys),
    views,
    lease: lease(desk),
    onStatus: ({ stopped, trouble }) => {
      if (stopped ?? trouble) logger.error({ stopped, trouble }, 'projector');
    },
  });
