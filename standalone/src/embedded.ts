import { join } from 'node:path';
import { followErasures } from '@dayline/command-service/erasure/follow-erasures';
import { type CommandService, createCommandService } from '@dayline/command-service/service';
import { recordHistoryRead } from '@dayline/command-service/trail/history-read';
import type { Position } from '@dayline/contracts/ids';
import { openFileBlobs } from '@dayline/platform/blobs/files';
import { type Clock, systemClock } from '@dayline/platform/clock';
import type { Config } from '@dayline/platform/config/config';
import { serveFrom } from '@dayline/platform/data-folder/occupancy';
import { openSqliteEventLog, type SqliteEventLog } from '@dayline/platform/event-log/sqlite/open';
import { createApp } from '@dayline/platform/http/app';
import { type Listening, listen } from '@dayline/platform/http/listen';
import { securityHeaders } from '@dayline/platform/http/security-headers';
import { openThrottle } from '@dayline/platform/http/throttle';
import type { Logger } from '@dayline/platform/logging/logger';
import { openMail } from '@dayline/platform/mail/open';
import { createMetrics } from '@dayline/platform/metrics/metrics';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import { openPasswords } from '@dayline/platform/session/passwords';
import { openSessions } from '@dayline/platform/session/sessions';
import { openAttempts } from '@dayline/platform/throttling/attempts';
import { countedCalls } from '@dayline/platform/throttling/counted-calls';
import type { Vault } from '@dayline/platform/vault/port';
import { openSqliteVault } from '@dayline/platform/vault/sqlite/open';
import type { ProjectionStore } from '@dayline/platform/view-store/port';
import { openSqliteViewStore } from '@dayline/platform/view-store/sqlite/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import { startProjectorThread } from '@dayline/projector/runner/thread';
import { readYourWrites } from '@dayline/query-service/readiness/read-your-writes';
import { createQueryService } from '@dayline/query-service/service';
import type { Express } from 'express';
import { healthRoutes } from './health.ts';
import { metricsRoute } from './operations/metrics-route.ts';
import { projectorStanding } from './operations/projector-standing.ts';
import { rememberTraces } from './operations/recent-traces.ts';
import { webFiles } from './web-files.ts';

export interface EmbeddedParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** The folder of the built web application, or null to serve the calls alone. */
  readonly webFolder: string | null;
  /** Runs before anything listens: the demo data goes in here. The views have reached its end when it listens. */
  readonly beforeListening?: (commands: CommandService['commands'], log: SqliteEventLog) => Promise<void>;
  /** Routes besides the product's own, for measurements. */
  readonly more?: (app: Express, parts: { readonly log: SqliteEventLog; readonly vault: Vault }) => void;
}

export interface Embedded {
  readonly port: number;
  readonly commands: CommandService['commands'];
  /** Takes no more calls, lets what is under way end, and closes everything in the order of its use. */
  stop(): Promise<void>;
}

/** The three services in one process on SQLite files in `config.dataDir`. */
export async function startEmbedded(parts: EmbeddedParts): Promise<Embedded> {
  const { config, logger, webFolder, clock = systemClock } = parts;
  const leave = serveFrom(config.dataDir);
  const log = await openSqliteEventLog({ folder: config.dataDir });
  const vault = await openSqliteVault({ path: join(config.dataDir, 'vault.db'), masterKey: config.masterKey });
  const blobs = openFileBlobs(join(config.dataDir, 'blobs'));
  const metrics = createMetrics();
  const { log: tracedLog, traceOf } = rememberTraces(log);
  const sealedLog = openSealedLog(tracedLog, vault.keys);
  const passwords = openPasswords();
  const command = createCommandService({
    log: sealedLog,
    vault,
    passwords,
    clock,
    logger,
    config,
    watch: metrics.kernel,
  });
  const sessions = openSessions({
    ...config,
    vault,
    directory: command.directory,
    clock,
    onFault: (error) => logger.error({ err: error }, 'session'),
  });

  const views = openSqliteViewStore({ directory: join(config.dataDir, 'views') });
  const projector = await startProjectorThread({
    dataDir: config.dataDir,
    masterKey: config.masterKey,
    onStatus: ({ stopped, trouble }) => {
      if (stopped ?? trouble) logger.error({ stopped, trouble }, 'projector');
    },
  });
  const store = await views.open(desk, 'read');
  const erasing = followErasures({ log, vault, logger });
  const headBefore = await log.head();
  await parts.beforeListening?.(command.commands, log);
  const head = await log.head();
  // Whoever opens the first page must not see a demo that still fills up.
  if (head !== headBefore) await viewsReach(store, head);
  const attempts = openAttempts({
    store: vault.attempts,
    clock,
    factor: config.attemptsFactor,
    onFault: (error) => logger.warn({ err: error }, 'counters of attempts could not be pruned'),
  });
  const security = securityHeaders({ secure: config.cookieSecure });
  const calls = {
    sessions,
    throttle: openThrottle({ callsPerMinute: config.publicCallsPerMinute, clock }),
    accountThrottle: openThrottle({ callsPerMinute: config.signedInCallsPerMinute, clock }),
    counted: countedCalls(attempts),
    clock,
    logger,
    settings: config,
    security,
    onAnswered: metrics.callAnswered,
  };
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
  const standing = { log, store, projector, clock };
  metrics.observe({ projector: () => projectorStanding(standing), sockets: query.openSockets, log: log.stats });
  if (logger.isLevelEnabled('debug')) store.onCommit((position) => logger.debug({ at: position }, 'views committed'));
  const app = createApp({
    security,
    logger,
    calls: [command.router({ ...calls, blobs }), query.router],
    more: (express) => {
      express.use(healthRoutes({ ...standing, config, lettersInTrouble: () => vault.outbox.inTrouble() }));
      express.use(metricsRoute(metrics, config.metricsToken));
      parts.more?.(express, { log, vault });
      if (webFolder !== null) express.use(webFiles(webFolder));
    },
  });
  let listening: Listening;
  try {
    listening = await listen(app, { host: config.host, port: config.port, security });
  } catch (error) {
    await erasing.stop();
    await projector.stop();
    await Promise.all([store.close(), log.close(), vault.close()]);
    leave();
    throw error;
  }
  query.attachLive(listening.server);
  command.startLetters({
    mail: openMail(config, logger),
    publicUrl: config.publicUrl ?? `http://localhost:${listening.port}`,
    operatorEmail: config.operatorEmail,
  });

  return {
    port: listening.port,
    commands: command.commands,
    async stop() {
      await query.stop();
      await listening.close();
      await command.stop();
      await erasing.stop();
      await projector.stop();
      await store.close();
      await views.close();
      await Promise.all([log.close(), vault.close()]);
      leave();
    },
  };
}

/** How long (ms) the views may take for what was made before listening; a start is late then, not refused. */
const longestCatchUp = 60_000;

async function viewsReach(store: ProjectionStore, head: Position): Promise<void> {
  const position = async (): Promise<Position> => (await store.checkpoint())?.position ?? '';
  const waiting = readYourWrites({ position, onCommit: (listener) => store.onCommit(listener) }, longestCatchUp);
  await waiting.reached(head);
  waiting.stop();
}
