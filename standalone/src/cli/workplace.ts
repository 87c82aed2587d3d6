import { type Commands, createCommands } from '@dayline/command-service/commands';
import { erasures } from '@dayline/command-service/erasure/follow-erasures';
import { createKernels } from '@dayline/command-service/kernels';
import { systemContext } from '@dayline/command-service/system-context';
import type { Position } from '@dayline/contracts/ids';
import { systemClock } from '@dayline/platform/clock';
import { type Config, readConfig } from '@dayline/platform/config/config';
import type { EventLog } from '@dayline/platform/event-log/port';
import { createLogger } from '@dayline/platform/logging/logger';
import { openSealedLog, type SealedLog } from '@dayline/platform/sealed-log/open';
import { openPasswords } from '@dayline/platform/session/passwords';
import { openStores } from '@dayline/platform/stores/open';
import { createTrail, type Trail } from '@dayline/platform/trail/trail';
import type { Vault } from '@dayline/platform/vault/port';
import { desk } from '@dayline/projector/projections/desk/projection';
import { type DeskReader, openDesk } from './desk.ts';
import { CliFailure } from './failure.ts';

/** What a command of the line works with: the product's own commands on the product's own stores. */
export interface Workplace {
  readonly config: Config;
  readonly commands: Commands;
  readonly vault: Vault;
  readonly log: EventLog;
  readonly sealedLog: SealedLog;
  readonly trail: Trail;
  /** The context of a command for a client. */
  by(clientId: string): ReturnType<typeof systemContext>;
  /** The views, brought to the log's end: by the product where it runs, else here. */
  desk(): Promise<DeskReader>;
  /** Does what follows from erasures, as the product's own follower would. */
  finishErasures(): Promise<void>;
}

/** The settings, as the product reads them. @throws CliFailure naming the wrong one */
export function settingsOfAnyEngine(): Config {
  const read = readConfig(process.env);
  if (!read.ok) throw new CliFailure(read.problem);
  return read.config;
}

/** The log's end, asked before it is followed: a follower waits for a server that is away for ever. @throws CliFailure */
export async function headOf(log: Pick<EventLog, 'head'>): Promise<Position> {
  try {
    return await log.head();
  } catch (error) {
    throw new CliFailure(`The event log does not answer: ${error instanceof Error ? error.message : error}`);
  }
}

/** Opens the product's stores beside the running product, or without it, for as long as the work takes. */
export async function atWork<Result>(work: (place: Workplace) => Promise<Result>): Promise<Result> {
  const config = settingsOfAnyEngine();
  const clock = systemClock;
  const logger = createLogger('dayline-cli', { level: 'silent' });
  const stores = await openStores(config);
  const { log, vault } = stores;
  const sealedLog = openSealedLog(log, vault.keys);
  const trail = createTrail({ log: sealedLog, clock, logger });
  const rules = { horizonDays: config.bookingHorizonDays, undoWindowMs: config.undoWindowSeconds * 1_000 };
  const kernels = createKernels({ log: sealedLog, clock });
  const desks: DeskReader[] = [];
  try {
    return await work({
      config,
      commands: createCommands({ kernels, vault, passwords: openPasswords(), rules }),
      vault,
      log,
      sealedLog,
      trail,
      by: (clientId) => systemContext({ clock, clientId }),
      async desk() {
        const reader = await openDesk({ views: stores.views, lease: stores.lease(desk), log: sealedLog });
        desks.push(reader);
        return reader;
      },
      finishErasures: () => erasures({ log, vault })(),
    });
  } finally {
    await trail.stop();
    for (const desk of desks) await desk.close();
    await stores.close();
  }
}
