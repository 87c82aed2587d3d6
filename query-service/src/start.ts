import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '@dayline/platform/clock';
import type { Config } from '@dayline/platform/config/config';
import { serveFrom } from '@dayline/platform/data-folder/occupancy';
import { createApp } from '@dayline/platform/http/app';
import { callParts } from '@dayline/platform/http/call-parts';
import { listen } from '@dayline/platform/http/listen';
import { webFiles } from '@dayline/platform/http/web-files';
import type { Logger } from '@dayline/platform/logging/logger';
import { createMetrics } from '@dayline/platform/metrics/metrics';
import { healthRoutes } from '@dayline/platform/operations/health';
import { metricsRoute } from '@dayline/platform/operations/metrics-route';
import { type StandingParts, viewStanding } from '@dayline/platform/operations/standing';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import type { Running } from '@dayline/platform/service/process';
import { openStores } from '@dayline/platform/stores/open';
import { createTrail } from '@dayline/platform/trail/trail';
import { desk } from '@dayline/projector/projections/desk/projection';
import { namesFrom } from './desk/names.ts';
import { recordHistoryRead } from './history/history-read.ts';
import { followViews } from './readiness/commits-by-log.ts';
import { createQueryService } from './service.ts';

export interface QueryProcessParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** The folder of the built web application; where there is none, the calls are served alone. */
  readonly webFolder?: string;
}

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The query service as a process of its own, with its sockets and the pages; any number of them may run. */
export async function startQueryService({
  config,
  logger,
  clock = systemClock,
  webFolder = builtWeb,
}: QueryProcessParts): Promise<Running> {
  const leave = serveFrom(config.dataDir);
  const stores = await openStores(config);
  const { log, vault, blobs, views } = stores;
  const metrics = createMetrics();
  const sealedLog = openSealedLog(log, vault.keys);
  const trail = createTrail({ log: sealedLog, clock, logger });
  const opened = await views.open(desk, 'read');
  const { store, traceOf, ...followed } = followViews(opened, log, (error) => logger.warn({ err: error }, 'following'));
  const directory = namesFrom(store, log.start);
  const calls = callParts({ config, vault, log, directory, clock, logger, onAnswered: metrics.callAnswered });
  const query = createQueryService({
    ...calls,
    blobs,
    desk: store,
    eventLog: log,
    sealedLog,
    horizonDays: config.bookingHorizonDays,
    onHistoryRead: recordHistoryRead(trail),
    traceOf,
  });
  const standing: StandingParts = { log, store, projector: null, projection: `${desk.name}@${desk.version}`, clock };
  metrics.observe({ projector: () => viewStanding(standing), sockets: query.openSockets, log: log.stats?.bind(log) });
  const app = createApp({
    security: calls.security,
    logger,
    calls: [query.router],
    more: (express) => {
      const askVault = () => vault.outbox.inTrouble();
      express.use(healthRoutes({ config, log, vault: askVault, views: standing, lettersInTrouble: null }));
      express.use(metricsRoute(metrics, config.metricsToken));
      if (existsSync(webFolder)) express.use(webFiles(webFolder));
    },
  });
  const close = async (): Promise<void> => {
    await trail.stop();
    await followed.stop();
    await store.close();
    await stores.close();
    leave();
  };
  const { host, port } = config;
  const listening = await listen(app, { host, port, security: calls.security }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  query.attachLive(listening.server);
  return {
    port: listening.port,
    async stop() {
      await query.stop();
      await listening.close();
      await close();
    },
  };
}
