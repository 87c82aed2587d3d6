import type { Blobs } from '@dayline/platform/blobs/port';
import type { Clock } from '@dayline/platform/clock';
import type { Config } from '@dayline/platform/config/config';
import { type CallDeps, type CallHandler, createRouter } from '@dayline/platform/http/calls';
import type { Ownership } from '@dayline/platform/http/claims';
import type { Logger } from '@dayline/platform/logging/logger';
import type { Mail } from '@dayline/platform/mail/port';
import type { SealedLog } from '@dayline/platform/sealed-log/open';
import type { Passwords } from '@dayline/platform/session/passwords';
import type { Directory, Sessions } from '@dayline/platform/session/sessions';
import { openAttempts } from '@dayline/platform/throttling/attempts';
import { createTrail, type Trail } from '@dayline/platform/trail/trail';
import type { Vault } from '@dayline/platform/vault/port';
import { type Commands, createCommands } from './commands.ts';
import { createDirectory } from './directory.ts';
import { commandHandlers } from './handlers/calls.ts';
import { withKnownKeys } from './handlers/known-keys.ts';
import type { KernelWatch } from './kernel/kernel.ts';
import { createKernels } from './kernels.ts';
import { type LetterDesk, startLetterDesk } from './letters/desk.ts';
import { letterWriter } from './letters/write.ts';
import { createOwnership } from './ownership.ts';
import { recordRefusal } from './trail/refused.ts';

export interface CommandServiceDeps {
  readonly log: SealedLog;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly clock: Clock;
  /** Told of conflicts and retries, for metrics. */
  readonly watch?: KernelWatch;
  readonly logger: Logger;
  readonly config: Pick<Config, 'bookingHorizonDays' | 'undoWindowSeconds' | 'attemptsFactor'>;
}

/** What the router needs besides what the service knows itself. */
export type RouterDeps = Omit<CallDeps, 'clock' | 'logger' | 'ownership' | 'onRefused' | 'sessions'> & {
  readonly sessions: Sessions;
  /** Where uploads are kept. */
  readonly blobs: Blobs;
};

export interface CommandService {
  readonly commands: Commands;
  readonly ownership: Ownership;
  /** For `openSessions`. */
  readonly directory: Directory;
  readonly trail: Trail;
  /** The commands of the endpoint table. */
  router(deps: RouterDeps): CallHandler;
  /** Sends what waits to be mailed, until the service stops. `publicUrl` is an origin: links begin with it. */
  startLetters(parts: { readonly mail: Mail; readonly publicUrl: string; readonly operatorEmail: string }): void;
  /** Resolves when the trail is in the log. The log and the vault stay their owner's to close. */
  stop(): Promise<void>;
}

/** Decides: commands in, events out. */
export function createCommandService(deps: CommandServiceDeps): CommandService {
  const { log, vault, passwords, clock, logger, config } = deps;
  const kernels = createKernels({ log, clock, ...(deps.watch ? { watch: deps.watch } : {}) });
  const rules = { horizonDays: config.bookingHorizonDays, undoWindowMs: config.undoWindowSeconds * 1_000 };
  const commands = createCommands({ kernels, vault, passwords, rules });
  const ownership = createOwnership(log);
  const trail = createTrail({ log, clock, logger });
  const attempts = openAttempts({
    store: vault.attempts,
    clock,
    factor: config.attemptsFactor,
    onFault: (error) => logger.warn({ err: error }, 'counters of attempts could not be pruned'),
  });
  let letters: LetterDesk | null = null;
  return {
    commands,
    ownership,
    directory: createDirectory(kernels),
    trail,
    router({ sessions, blobs, ...calls }) {
      const handlers = withKnownKeys(
        commandHandlers(commands, {
          vault,
          sessions,
          passwords,
          attempts,
          trail,
          logger,
          blobs,
          cookieSecure: calls.settings.cookieSecure,
        }),
      );
      const more = { sessions, clock, logger, ownership, onRefused: recordRefusal(trail) };
      return createRouter('command', handlers, { ...calls, ...more });
    },
    startLetters({ mail, publicUrl, operatorEmail }) {
      const write = letterWriter({ kernels, vault, trail, clock, publicUrl, operatorEmail });
      letters = startLetterDesk({ outbox: vault.outbox, mail, write, clock, logger });
    },
    async stop() {
      await letters?.stop();
      await trail.stop();
    },
  };
}
