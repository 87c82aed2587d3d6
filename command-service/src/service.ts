import type { Clock } from '@dayline/platform/clock';
import type { Config } from '@dayline/platform/config/config';
import { type CallDeps, type CallHandler, createRouter } from '@dayline/platform/http/calls';
import type { Ownership } from '@dayline/platform/http/claims';
import type { Logger } from '@dayline/platform/logging/logger';
import type { SealedLog } from '@dayline/platform/sealed-log/open';
import type { Passwords } from '@dayline/platform/session/passwords';
import type { Directory, Sessions } from '@dayline/platform/session/sessions';
import type { Vault } from '@dayline/platform/vault/port';
import { type Commands, createCommands } from './commands.ts';
import { createDirectory } from './directory.ts';
import { commandHandlers } from './handlers/calls.ts';
import { withKnownKeys } from './handlers/known-keys.ts';
import type { KernelWatch } from './kernel/kernel.ts';
import { createKernels } from './kernels.ts';
import { createOwnership } from './ownership.ts';
import { recordRefusal } from './trail/refused.ts';
import { createTrail, type Trail } from './trail/trail.ts';

export interface CommandServiceDeps {
  readonly log: SealedLog;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: Pick<Config, 'bookingHorizonDays' | 'undoWindowSeconds'>;
  /** Told of conflicts and retries, for metrics. */
  readonly watch?: KernelWatch;
}

/** What the router needs besides what the service knows itself. */
export type RouterDeps = Omit<CallDeps, 'clock' | 'logger' | 'ownership' | 'onRefused' | 'sessions'> & {
  readonly sessions: Sessions;
};

export interface CommandService {
  readonly commands: Commands;
  readonly ownership: Ownership;
  /** For `openSessions`. */
  readonly directory: Directory;
  readonly trail: Trail;
  /** The commands of the endpoint table. */
  router(deps: RouterDeps): CallHandler;
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
  return {
    commands,
    ownership,
    directory: createDirectory(kernels),
    trail,
    router({ sessions, ...calls }) {
      const handlers = withKnownKeys(commandHandlers(commands, { vault, sessions, passwords, trail, logger }));
      const more = { sessions, clock, logger, ownership, onRefused: recordRefusal(trail) };
      return createRouter('command', handlers, { ...calls, ...more });
    },
    stop: () => trail.stop(),
  };
}
