import { refuse } from '@dayline/contracts/errors';
import { systemClock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Metrics } from '@dayline/runtime/metrics/metrics';
import type { ProductVersion } from '@dayline/runtime/product-version';
import express, { type Express, type Router } from 'express';
import { type HealthParts, healthRoutes } from '../operations/health.ts';
import { isOperators, metricsRoute } from '../operations/metrics-route.ts';
import { securityText } from '../operations/security-text.ts';
import { addressOf } from '../origin.ts';
import { type HeaderList, securityHeaders } from '../security-headers.ts';
import { openThrottle } from '../throttle.ts';
import { createApp } from './app.ts';
import { type Listening, listen } from './listen.ts';

export interface ServedProcess {
  readonly config: Config;
  readonly logger: Logger;
  readonly product: ProductVersion;
  readonly metrics: Metrics;
  /** Headers of the calls, if the process answers any. */
  readonly security?: HeaderList;
  /** Routers of the services' calls, tried in order. */
  readonly calls: readonly Router[];
  readonly health: Omit<HealthParts, 'config' | 'product' | 'followers' | 'damage'>;
  /** Damage that reads have found. */
  readonly damage: { problems(): Promise<readonly string[]> };
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
  product,
  metrics,
  calls,
  health,
  followers,
  damage,
  more,
  security = securityHeaders({ secure: config.cookieSecure }),
}: ServedProcess): Promise<Listening> {
  const app = createApp({
    security,
    allowedOrigins: config.allowedOrigins,
    cookieSecure: config.cookieSecure,
    documentsCalls: config.apiDocs,
    logger,
    calls: [limitedByAddress(config), ...calls],
    more: (app) => {
      app.use(healthRoutes({ ...health, config, product, followers, damage: () => damage.problems() }));
      app.use(metricsRoute(metrics, config.metricsToken));
      app.use(securityText(config));
      more?.(app);
    },
  });
  return await listen(app, { host: config.host, port: config.port, security });
}

type LimitSettings = Pick<Config, 'publicCallsPerMinute' | 'trustProxy' | 'metricsToken'>;

/** Paths that are not calls but cost more than a file: limited like calls without a session, except for operators. */
export function limitedByAddress(settings: LimitSettings, clock = systemClock): Router {
  const { publicCallsPerMinute, trustProxy, metricsToken } = settings;
  const throttle = openThrottle({ callsPerMinute: publicCallsPerMinute, clock });
  const router = express.Router();
  router.use(['/api/openapi.json', '/api/docs', '/readyz'], (request, _response, next) => {
    const retryAfter = isOperators(request, metricsToken) ? 0 : throttle.take(addressOf(request, trustProxy));
    if (retryAfter === 0) return next();
    next(refuse('request.throttled', { retryAfter }));
  });
  return router;
}
