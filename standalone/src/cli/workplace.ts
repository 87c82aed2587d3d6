import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemActor, systemContext } from '@dayline/command-service/command-handler/system-context';
import { createErasures, type UnfinishedErasure } from '@dayline/command-service/erasure/erasures';
import type { ImportService } from '@dayline/command-service/import/import-service';
import { type Commands, createAggregates, createCommands, forgetStreams } from '@dayline/command-service/modules';
import { type NamesAround, namesAround } from '@dayline/command-service/passwords/names-around';
import { viewsOf } from '@dayline/command-service/views/views';
import { streams } from '@dayline/contracts/events/categories';
import type { Position } from '@dayline/contracts/ids';
import { type EventLog, SetBackNotAccepted } from '@dayline/event-log/port';
import { openSealedLog, type SealedLog } from '@dayline/event-log/sealed-log/open';
import { openPasswords } from '@dayline/http/session/passwords';
import { createTrail, type Trail } from '@dayline/http/trail/trail';
import { desk } from '@dayline/projector/projections/desk/projection';
import { systemClock } from '@dayline/runtime/clock';
import { type Config, readConfig } from '@dayline/runtime/config/config';
import { readSettings } from '@dayline/runtime/config/settings';
import { createLogger } from '@dayline/runtime/logging/logger';
import { openStores } from '@dayline/stores/open';
import type { Vault } from '@dayline/vault/port';
import { openWhenRead } from '@dayline/view-store/lazy';
import { CliFailure } from './terminal/failure.ts';
import { operatorNamed } from './terminal/operator.ts';
import { openViewReader, type ViewReader, withViewsFolded } from './view-reader.ts';

/** What a CLI command works with: the product's own commands on the product's own stores. */
export interface Workplace {
  readonly config: Config;
  readonly commands: Commands;
  readonly vault: Vault;
  readonly log: EventLog;
  readonly sealedLog: SealedLog;
  readonly trail: Trail;
  readonly namesAround: NamesAround;
  /** @param operator the name in the activity; Dayline itself if absent */
  by(clientId: string, operator?: string): ReturnType<typeof systemContext>;
  /** The views at the log's head: updated by the running product, or else by this process. */
  desk(): Promise<ViewReader>;
  importService(): Promise<ImportService>;
  /** Carries out the rest of an import, as the product's follower would. */
  carryOut(importId: string): Promise<void>;
  /** Completes erasures, as the product's follower would. Returns those still pending. */
  finishErasures(): Promise<readonly UnfinishedErasure[]>;
}

/** The settings, as the product reads them. @throws CliFailure naming the invalid one */
export function settingsOfAnyEngine(): Config {
  const result = readConfig(process.env);
  if (!result.ok) throw new CliFailure(result.problem);
  return result.config;
}

/**
 * The settings for work on an existing log: in a wrong DATA_DIR nothing is created, not even secrets.
 * @throws CliFailure
 */
export function settingsWithLog(): Config {
  const result = readSettings(process.env);
  if (result.ok && result.settings.EVENT_STORE_URL === 'sqlite') {
    const dataDir = resolve(result.settings.DATA_DIR);
    if (!existsSync(join(dataDir, 'events.db'))) throw new CliFailure(`There is no log in DATA_DIR ${dataDir} yet.`);
  }
  return settingsOfAnyEngine();
}

/**
 * The log's head, read before following it: a follower waits indefinitely for an unreachable server. @throws CliFailure
 */
export async function headOf(log: Pick<EventLog, 'head'>): Promise<Position> {
  try {
    return await log.head();
  } catch (error) {
    throw new CliFailure(`The event log does not answer: ${error instanceof Error ? error.message : error}`);
  }
}

/** Opens the product's stores, whether or not the product is running, for the duration of the work. */
export async function atWork<Result>(work: (workplace: Workplace) => Promise<Result>): Promise<Result> {
  const config = settingsOfAnyEngine();
  const clock = systemClock;
  const logger = createLogger('dayline-cli', { level: 'silent' });
  const stores = await openStores(config);
  const { log, vault } = stores;
  const sealedLog = openSealedLog(log, vault.keys);
  const trail = createTrail({ log: sealedLog, store: vault.trail, keys: vault.keys, clock, logger });
  const aggregates = createAggregates({ log: sealedLog, clock });
  const { views } = stores;
  const commands = createCommands({ aggregates, vault, passwords: openPasswords(), config });
  const deskStore = openWhenRead(() => views.open(desk, 'read'));
  const { blobs } = stores;
  const deskViews = viewsOf(deskStore);
  let openedImportService: Promise<ImportService> | null = null;
  /** Loaded only by the commands that import. */
  const importService = () => {
    openedImportService ??= import('@dayline/command-service/import/import-service').then(
      (module) =>
        new module.ImportService({
          aggregates,
          commands,
          keys: vault.keys,
          blobs,
          views: deskViews,
          log: sealedLog,
          clock,
        }),
    );
    return openedImportService;
  };
  const erasures = createErasures({ log, vault, views, clock, forget: () => forgetStreams(aggregates) });
  const readers: ViewReader[] = [];
  try {
    // Refused at once, since the trail would wait for it indefinitely. An unavailable log is reported by what reads it.
    await log.admit?.().catch((error: unknown) => {
      if (error instanceof SetBackNotAccepted) throw new CliFailure(error.message);
    });
    return await work({
      config,
      commands,
      importService,
      async carryOut(importId) {
        const { importProcess } = await import('@dayline/command-service/import/run/import-process');
        const { followedProcess } = await import('@dayline/command-service/process/process');
        const imports = importProcess({ importService: await importService(), aggregates, clock });
        const events = await log.readStream(streams.import(importId));
        const beginnings = events.filter(({ type }) => imports.begunBy.some((beginning) => beginning === type));
        // Undoing an import waits for the views.
        await withViewsFolded({ views, lease: stores.lease(desk), log: sealedLog }, () =>
          followedProcess(imports, clock).handle(beginnings, new AbortController().signal),
        );
      },
      vault,
      log,
      sealedLog,
      trail,
      namesAround: namesAround(aggregates),
      by: (clientId, operator) => {
        const actor = operator === undefined ? systemActor : operatorNamed(operator);
        return systemContext({ clock, clientId, actor, channel: 'command line' });
      },
      async desk() {
        const reader = await openViewReader({ views: stores.views, lease: stores.lease(desk), log: sealedLog });
        readers.push(reader);
        return reader;
      },
      async finishErasures() {
        await erasures.catchUp();
        return erasures.finish();
      },
    });
  } finally {
    await trail.stop();
    for (const reader of readers) await reader.close();
    await deskStore.close();
    await stores.close();
  }
}
