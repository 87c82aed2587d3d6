import type { EventLog } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import type { Config } from '@dayline/runtime/config/config';
import type { Logger } from '@dayline/runtime/logging/logger';
import { openAttempts } from '@dayline/vault/attempts/attempts';
import type { Vault } from '@dayline/vault/port';
import type { CallDeps } from './call-routes.ts';
import { displayCredential, keyCredential, sessionCredential } from './caller.ts';
import { ApiKeys } from './partner/api-keys.ts';
import { openKeyUses } from './partner/key-uses.ts';
import { sealedCursors } from './sealed-cursors.ts';
import { securityHeaders } from './security-headers.ts';
import { CalendarFeeds } from './session/calendar-feeds.ts';
import { Displays } from './session/displays.ts';
import { endedInLog } from './session/ended-in-log.ts';
import { type SessionNames, Sessions } from './session/sessions.ts';
import { signInAliases } from './sign-ins/aliases.ts';
import { countedCalls } from './steps/counted-calls.ts';
import { commandQueue } from './steps/turn.ts';
import { openThrottle } from './throttle.ts';

export interface CallSetupDeps {
  readonly config: Config;
  readonly vault: Vault;
  /** Checked for ended sessions while the vault is unavailable. */
  readonly log: Pick<EventLog, 'readStream' | 'admit'>;
  /** The views' names first if both are there, so that signed-in people can read while the log is unavailable. */
  readonly names: readonly SessionNames[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** For metrics. */
  readonly onAnswered: (endpoint: string, status: number, ms: number) => void;
}

/** A display makes a call for each live message; ten a second are more than a waiting room or a partner needs. */
const machineCallsPerMinute = 600;

export type CallSetup = ReturnType<typeof callSetup>;

/** Shared setup of processes that answer calls: sessions, throttles, counters of attempts, headers. */
export function callSetup({ config, vault, log, names, clock, logger, onAnswered }: CallSetupDeps) {
  const aliases = signInAliases(vault.keys);
  const sessions: Sessions = new Sessions({
    ...config,
    vault,
    names,
    clock,
    onFault: (error) => logger.error({ err: error }, 'session could not be looked up'),
    endedSince: endedInLog(log, aliases, clock),
    // While the vault is unavailable, sign-outs are found by it.
    onFound({ clientId }) {
      aliases.remember(clientId, clock.now()).catch((error: unknown) => {
        logger.warn({ err: error }, 'the key of the month’s sign-ins could not be read');
      });
    },
  });
  const displays = new Displays({ ...config, log });
  const apiKeys = new ApiKeys({ ...config, log, clock });
  const attempts = openAttempts({
    store: vault.attempts,
    clock,
    factor: config.attemptsFactor,
    onFault: (error) => logger.warn({ err: error }, 'counters of attempts could not be pruned'),
  });
  const keyUses = openKeyUses({
    store: vault.keyUses,
    clock,
    onFault: (error) => logger.warn({ err: error }, 'uses of API keys could not be counted yet'),
  });
  return {
    sessions,
    displays,
    apiKeys,
    calendarFeeds: new CalendarFeeds({ ...config, log }),
    credentials: [sessionCredential(sessions), displayCredential(displays), keyCredential(apiKeys)],
    ...(log.admit && { admit: log.admit }),
    throttle: openThrottle({ callsPerMinute: config.publicCallsPerMinute, clock }),
    callerThrottle: openThrottle({ callsPerMinute: config.signedInCallsPerMinute, clock }),
    machineThrottle: openThrottle({ callsPerMinute: machineCallsPerMinute, clock }),
    attempts,
    commands: commandQueue(),
    counted: countedCalls(attempts),
    clock,
    logger,
    settings: config,
    cursors: sealedCursors(config.sessionSecret),
    security: securityHeaders({ secure: config.cookieSecure }),
    onAnswered: ((name, status, ms, caller) => {
      onAnswered(name, status, ms);
      if (caller?.kind === 'partner') keyUses.note(caller.id, status >= 400);
    }) satisfies CallDeps['onAnswered'],
    /** Writes the counts that wait for it. */
    stop: keyUses.stop,
  };
}
