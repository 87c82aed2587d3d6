import { type Clock, systemClock } from '@dayline/platform/clock';
import type { Config } from '@dayline/platform/config/config';
import { serveFrom } from '@dayline/platform/data-folder/occupancy';
import { createApp } from '@dayline/platform/http/app';
import { callParts } from '@dayline/platform/http/call-parts';
import { listen } from '@dayline/platform/http/listen';
import type { Logger } from '@dayline/platform/logging/logger';
import { openMail } from '@dayline/platform/mail/open';
import { createMetrics } from '@dayline/platform/metrics/metrics';
import { healthRoutes } from '@dayline/platform/operations/health';
import { metricsRoute } from '@dayline/platform/operations/metrics-route';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import { addressOf, type Running } from '@dayline/platform/service/process';
import { openPasswords } from '@dayline/platform/session/passwords';
import { openStores } from '@dayline/platform/stores/open';
import { followErasures } from './erasure/follow-erasures.ts';
import { createCommandService } from './service.ts';

export interface CommandProcessParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/**
 * The command service as a process of its own; any number of them may run. It answers the commands, mails what waits
 * (each letter is one process's at a time) and finishes erasures (each step can be repeated).
 */
export async function startCommandService({
  config,
  logger,
  clock = systemClock,
}: CommandProcessParts): Promise<Running> {
  const leave = serveFrom(config.dataDir);
  const stores = await openStores(config);
  const { log, vault, blobs } = stores;
  const metrics = createMetrics();
  const command = createCommandService({
    log: openSealedLog(log, vault.keys),
    vault,
    passwords: openPasswords(),
    clock,
    logger,
    config,
    watch: metrics.kernel,
  });
  const onAnswered = metrics.callAnswered;
  const { directory } = command;
  const calls = callParts({ config, vault, log, directory, clock, logger, onAnswered });
  metrics.observe({ log: log.stats?.bind(log) });
  const lettersInTrouble = () => vault.outbox.inTrouble();
  const app = createApp({
    security: calls.security,
    logger,
    calls: [command.router({ ...calls, blobs })],
    more: (express) => {
      express.use(healthRoutes({ config, log, vault: lettersInTrouble, views: null, lettersInTrouble }));
      express.use(metricsRoute(metrics, config.metricsToken));
    },
  });
  const { host, port } = config;
  const listening = await listen(app, { host, port, security: calls.security }).catch(async (error: unknown) => {
    await stores.close();
    leave();
    throw error;
  });
  const erasing = followErasures({ log, vault, logger });
  command.startLetters({
    mail: openMail(config, logger),
    publicUrl: config.publicUrl ?? addressOf(config, listening.port),
    operatorEmail: config.operatorEmail,
  });
  return {
    port: listening.port,
    async stop() {
      await listening.close();
      await command.stop();
      await erasing.stop();
      await stores.close();
      leave();
    },
  };
}
