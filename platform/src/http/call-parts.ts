import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { EventLog } from '../event-log/port.ts';
import type { Logger } from '../logging/logger.ts';
import { endedInLog } from '../session/ended-in-log.ts';
import { type Directory, openSessions, type Sessions } from '../session/sessions.ts';
import { openAttempts } from '../throttling/attempts.ts';
import { countedCalls } from '../throttling/counted-calls.ts';
import type { Vault } from '../vault/port.ts';
import type { CallDeps } from './calls.ts';
import { securityHeaders } from './security-headers.ts';
import { openThrottle } from './throttle.ts';

export interface CallPartsDeps {
  readonly config: Config;
  readonly vault: Vault;
  /** What a session is gone by while the vault is away. */
  readonly log: Pick<EventLog, 'readStream'>;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onAnswered: NonNullable<CallDeps['onAnswered']>;
}

/** What every process that answers calls has in front of them: sessions, throttles, counters of attempts, headers. */
export function callParts({ config, vault, log, directory, clock, logger, onAnswered }: CallPartsDeps) {
  const sessions: Sessions = openSessions({
    ...config,
    vault,
    directory,
    clock,
    onFault: (error) => logger.error({ err: error }, 'session'),
    endedSince: endedInLog(log),
  });
  const attempts = openAttempts({
    store: vault.attempts,
    clock,
    factor: config.attemptsFactor,
    onFault: (error) => logger.warn({ err: error }, 'counters of attempts could not be pruned'),
  });
  return {
    sessions,
    throttle: openThrottle({ callsPerMinute: config.publicCallsPerMinute, clock }),
    accountThrottle: openThrottle({ callsPerMinute: config.signedInCallsPerMinute, clock }),
    counted: countedCalls(attempts),
    clock,
    logger,
    settings: config,
    security: securityHeaders({ secure: config.cookieSecure }),
    onAnswered,
  };
}
