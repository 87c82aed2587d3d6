import type { Config } from '@dayline/runtime/config/config';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Metrics } from '@dayline/runtime/metrics/metrics';
import type { Express, Router } from 'express';
import { createApp } from './app.ts';
import { type Listening, listen } from './listen.ts';
import { type HealthParts, healthRoutes } from './operations/health.ts';
import { metricsRoute } from './operations/metrics-route.ts';
import { type HeaderList, securityHeaders } from './security-headers.ts';

export interface ServedProcess {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Headers of the calls, if the process answers any. */
  readonly security?: HeaderList;
  /** Routers of the services' calls, tried in order. */
  readonly calls: readonly Router[];
  readonly health: Omit<HealthParts, 'config' | 'followers'>;
  readonly followers: HealthParts['followers'];
  /** Further routes, such as files. */
  readonly more?: (app: Express) => void;
}

/**
 * Serves a process's calls, health and metrics.
 * @throws Error with a code such as EADDRINUSE if it can't listen
 */
export async function serveProcess({
  config,
  logger,
  metrics,
  calls,
  health,
  followers,
  more,
  security = securityHeaders({ secure: config.cookieSecure }),
}: ServedProcess): Promise<Listening> {
  const app = createApp({
    security,
    allowedOrigins: config.allowedOrigins,
    logger,
    calls,
    more: (express) => {
      express.use(healthRoutes({ ...health, config, followers }));
      express.use(metricsRoute(metrics, config.metricsToken));
      more?.(express);
    },
  });
  return await listen(app, { host: config.host, port: config.port, security });
}
