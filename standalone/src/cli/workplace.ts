import { join } from 'node:path';
import { type Commands, createCommands } from '@dayline/command-service/commands';
import { erasures } from '@dayline/command-service/erasure/follow-erasures';
import { createKernels } from '@dayline/command-service/kernels';
import { systemContext } from '@dayline/command-service/system-context';
import { systemClock } from '@dayline/platform/clock';
import { type Config, readConfig } from '@dayline/platform/config/config';
import { isServed } from '@dayline/platform/data-folder/occupancy';
import { openSqliteEventLog, type SqliteEventLog } from '@dayline/platform/event-log/sqlite/open';
import { createLogger } from '@dayline/platform/logging/logger';
import { openSealedLog, type SealedLog } from '@dayline/platform/sealed-log/open';
import { openPasswords } from '@dayline/platform/session/passwords';
import { createTrail, type Trail } from '@dayline/platform/trail/trail';
import type { Vault } from '@dayline/platform/vault/port';
import { openSqliteVault } from '@dayline/platform/vault/sqlite/open';
import { type DeskReader, openDesk } from './desk.ts';
import { CliFailure } from './failure.ts';

/** What a command of the line works with: the product's own commands on the product's own files. */
export interface Workplace {
  readonly config: Config;
  readonly commands: Commands;
  readonly vault: Vault;
  readonly log: SqliteEventLog;
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

/** The same, for commands that work on the embedded product's files. @throws CliFailure for other engines too */
export function settings(): Config {
  const config = settingsOfAnyEngine();
  if (config.eventStoreUrl !== null || config.viewStoreUrl !== null) {
    throw new CliFailure(
      'This command line works on the embedded product: EVENT_STORE_URL and VIEW_STORE_URL must be sqlite.',
    );
  }
  return config;
}

/** Opens the data folder beside the running product, or without it, for as long as the work takes. */
export async function atWork<Result>(work: (place: Workplace) => Promise<Result>): Promise<Result> {
  const config = settings();
  const clock = systemClock;
  const logger = createLogger('dayline-cli', { level: 'silent' });
  const log = await openSqliteEventLog({ folder: config.dataDir });
  const vault = await openSqliteVault({ path: join(config.dataDir, 'vault.db'), masterKey: config.masterKey });
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
        const desk = await openDesk({ dataDir: config.dataDir, log: sealedLog, isServed: isServed(config.dataDir) });
        desks.push(desk);
        return desk;
      },
      finishErasures: () => erasures({ log, vault })(),
    });
  } finally {
    await trail.stop();
    for (const desk of desks) await desk.close();
    await Promise.all([log.close(), vault.close()]);
  }
}
