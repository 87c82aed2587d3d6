import { followErasures } from '@dayline/command-service/erasure/follow-erasures';
import { type CommandService, createCommandService } from '@dayline/command-service/service';
import type { Position } from '@dayline/contracts/ids';
import { type Clock, systemClock } from '@dayline/platform/clock';
import type { Config } from '@dayline/platform/config/config';
import { serveFrom } from '@dayline/platform/data-folder/occupancy';
import type { EventLog } from '@dayline/platform/event-log/port';
import { createApp } from '@dayline/platform/http/app';
import { callParts } from '@dayline/platform/http/call-parts';
import { listen } from '@dayline/platform/http/listen';
import { webFiles } from '@dayline/platform/http/web-files';
import type { Logger } from '@dayline/platform/logging/logger';
import { openMail } from '@dayline/platform/mail/open';
import { createMetrics } from '@dayline/platform/metrics/metrics';
import { healthRoutes } from '@dayline/platform/operations/health';
import { metricsRoute } from '@dayline/platform/operations/metrics-route';
import { rememberTraces } from '@dayline/platform/operations/recent-traces';
import { type StandingParts, viewStanding } from '@dayline/platform/operations/standing';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import type { Running } from '@dayline/platform/service/process';
import { openPasswords } from '@dayline/platform/session/passwords';
import { openStores } from '@dayline/platform/stores/open';
import type { Vault } from '@dayline/platform/vault/port';
import type { ProjectionStore } from '@dayline/platform/view-store/port';
import { desk } from '@dayline/projector/projections/desk/projection';
import { startProjectorThread } from '@dayline/projector/runner/thread';
import { recordHistoryRead } from '@dayline/query-service/history/history-read';
import { followViews } from '@dayline/query-service/readiness/commits-by-log';
import { readYourWrites } from '@dayline/query-service/readiness/read-your-writes';
import { createQueryService } from '@dayline/query-service/service';
import type { Express } from 'express';

export interface EmbeddedParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** The folder of the built web application, or null to serve the calls alone. */
  readonly webFolder: string | null;
  /** Runs before anything listens: the demo data goes in here. The views have reached its end when it listens. */
  readonly beforeListening?: (commands: CommandService['commands'], log: EventLog) => Promise<void>;
  /** Routes besides the product's own, for measurements. */
  readonly more?: (app: Express, parts: { readonly log: EventLog; readonly vault: Vault }) => void;
}

export interface Embedded extends Running {
  readonly commands: CommandService['commands'];
}

/** The three services in one process, on the engines that the settings name: SQLite files in `config.dataDir` unless told. */
export async function startEmbedded(parts: EmbeddedParts): Promise<Embedded> {
  const { config, logger, webFolder, clock = systemClock } = parts;
  const leave = serveFrom(config.dataDir);
  const stores = await openStores(config);
  const { log, vault, blobs, views } = stores;
  const metrics = createMetrics();
  const { log: tracedLog, traceOf } = rememberTraces(log);
  const sealedLog = openSealedLog(tracedLog, vault.keys);
  const command = createCommandService({
    log: sealedLog,
    vault,
    passwords: openPasswords(),
    clock,
    logger,
    config,
    watch: metrics.kernel,
  });
  const { directory, commands } = command;
  const calls = callParts({ config, vault, log, directory, clock, logger, onAnswered: metrics.callAnswered });

  const projector = await startProjectorThread({
    ...config,
    onStatus: ({ stopped, trouble }) => {
      if (stopped ?? trouble) logger.error({ stopped, trouble }, 'projector');
    },
  });
  const opened = await views.open(desk, 'read');
  const followed = stores.viewsAreElsewhere
    ? followViews(opened, log, (error) => logger.warn({ err: error }, 'following the log'))
    : { store: opened, stop: () => Promise.resolve() };
  const { store } = followed;
  const erasing = followErasures({ log, vault, logger });
  const headBefore = await log.head();
  const areNew = (await store.checkpoint()) === null;
  await parts.beforeListening?.(commands, log);
  const head = await log.head();
  // Whoever opens the first page must not see a demo that still fills up, nor an empty board after an upgrade.
  if (head !== headBefore || (areNew && head !== log.start)) {
    if (headBefore !== log.start) logger.info({ head }, 'the views are being built');
    await viewsReach(store, head, () => projector.status().stopped !== null);
  }
  const query = createQueryService({
    ...calls,
    blobs,
    desk: store,
    eventLog: log,
    sealedLog,
    horizonDays: config.bookingHorizonDays,
    onHistoryRead: recordHistoryRead(command.trail),
    traceOf,
  });
  const standing: StandingParts = { log, store, projector, projection: `${desk.name}@${desk.version}`, clock };
  metrics.observe({ projector: () => viewStanding(standing), sockets: query.openSockets, log: log.stats?.bind(log) });
  if (logger.isLevelEnabled('debug')) store.onCommit((position) => logger.debug({ at: position }, 'views committed'));
  const lettersInTrouble = () => vault.outbox.inTrouble();
  const app = createApp({
    security: calls.security,
    logger,
    calls: [command.router({ ...calls, blobs }), query.router],
    more: (express) => {
      express.use(healthRoutes({ config, log, vault: lettersInTrouble, views: standing, lettersInTrouble }));
      express.use(metricsRoute(metrics, config.metricsToken));
      parts.more?.(express, { log, vault });
      if (webFolder !== null) express.use(webFiles(webFolder));
    },
  });
  const close = async (): Promise<void> => {
    await command.stop();
    await erasing.stop();
    await projector.stop();
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
  command.startLetters({
    mail: openMail(config, logger),
    publicUrl: config.publicUrl ?? `http://localhost:${listening.port}`,
    operatorEmail: config.operatorEmail,
  });

  return {
    port: listening.port,
    commands,
    async stop() {
      await query.stop();
      await listening.close();
      await close();
    },
  };
}

/** Views that don't move on for so long (ms) don't hold the start up any more: `/readyz` says what is wrong. */
const longestStandstill = 30_000;

async function viewsReach(store: ProjectionStore, head: Position, standsStill: () => boolean): Promise<void> {
  const position = async (): Promise<Position> => (await store.checkpoint())?.position ?? '';
  const waiting = readYourWrites({ position, onCommit: (listener) => store.onCommit(listener) }, 1_000);
  let [last, movedAt] = [await position(), Date.now()];
  while (!(await waiting.reached(head)) && !standsStill()) {
    const now = await position();
    if (now !== last) [last, movedAt] = [now, Date.now()];
    else if (Date.now() - movedAt > longestStandstill) break;
  }
  waiting.stop();
}
