import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog } from '@dayline/event-log/port';
import { type LogScan, scanByReading } from '@dayline/event-log/scan';
import { refuseSetBack, type SetBackParts } from '@dayline/event-log/set-back';
import { type Clock, systemClock } from '@dayline/runtime/clock';
import type { KeyRing } from '@dayline/runtime/key-ring';
import type { Lease } from '@dayline/runtime/lease/lease';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { OnPollFailed } from '@dayline/runtime/polling';
import type { Blobs } from '@dayline/vault/blobs/port';
import type { Vault } from '@dayline/vault/port';
import type { SqliteVaultOptions } from '@dayline/vault/sqlite/open';
import type { ProjectionDefinition, ViewStore } from '@dayline/view-store/port';
import { isDamagedFile } from './file-check.ts';
import { discardingNewKey } from './new-key.ts';
import { refuseMissingParts } from './parts.ts';
import { noteLastSeen, seenIn, settleCursors, type Witnesses } from './seen.ts';
import type { StoreSettings, WholeSettings } from './settings.ts';

export type { StoreSettings, WholeSettings } from './settings.ts';

/** All stores, on the configured engines. No other module knows which engines these are. */
export interface Stores {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly blobs: Blobs;
  readonly views: ViewStore;
  /**
   * Whether another process writes the views, so that commits may be noticed late; readers that wait for one follow the
   * log.
   */
  readonly viewsAreElsewhere: boolean;
  /** The lease that decides which projector keeps these views, or which process does another job. */
  lease(projection: Pick<ProjectionDefinition, 'name' | 'version'>): Lease;
  close(): Promise<void>;
}

/** The projector's stores: it appends nothing and creates no keys. */
export interface ProjectorStores {
  readonly log: EventLog;
  readonly keys: KeyRing;
  readonly views: ViewStore;
  /** The lease that decides which projector keeps these views. */
  lease(projection: ProjectionDefinition): Lease;
  close(): Promise<void>;
}

/** Stores are opened in order and closed in reverse, also if a later one fails to open. */
interface Closing {
  readonly onClose: (close: () => Promise<void>) => void;
}
/** What the process passes to the stores that it opens. */
export interface StoreParts {
  /** Opens a log that was set back, for commands that check or accept it; else each of its calls is refused. */
  readonly mayBeSetBack?: boolean;
  /** The clock of a vault in a file; MongoDB has its own. */
  readonly clock?: Clock;
  /** A store could not be polled for other processes' changes; it is polled again. */
  readonly onPollFailed?: OnPollFailed;
  /** Logs when the event log becomes unreachable, returns or was set back. */
  readonly logger?: Logger;
}
interface Opening extends Closing {
  readonly clock: Clock;
  readonly onPollFailed: OnPollFailed;
  readonly logger?: Logger | undefined;
  readonly mayBeSetBack: boolean;
}
type VaultOptions = Pick<SqliteVaultOptions, 'writesOnDemand'>;
const ignorePolls: OnPollFailed = () => undefined;

async function opening<Opened extends object>(
  open: (opening: Opening) => Promise<Opened>,
  { clock = systemClock, onPollFailed = ignorePolls, logger, mayBeSetBack = false }: StoreParts = {},
): Promise<Opened & { close(): Promise<void> }> {
  const steps: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (let step = steps.pop(); step; step = steps.pop()) await step();
  };
  try {
    return {
      ...(await open({ onClose: (step) => steps.push(step), clock, onPollFailed, logger, mayBeSetBack })),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens log, vault (with blobs and outbox) and views. EVENT_STORE_URL selects the log's engine, VIEW_STORE_URL that of
 * the rest, independently. Drivers are loaded only when used.
 * @throws PartMissing, or Error if one can't be opened
 */
export const openStores = (settings: WholeSettings, parts?: StoreParts): Promise<Stores> =>
  opening(async (opened) => {
    await refuseMissingParts(settings, opened);
    const log = await openLog(settings, 'write', opened);
    const state = await openState(settings, opened);
    const { auditHeadDir } = settings;
    const { followers } = state.vault;
    const watched = watchedLog({ log, views: state.views, followers, auditHeadDir }, opened, {
      onLost: (event) => noteLastSeen(followers, event),
      onAccepted: () => settleCursors(log, followers),
    });
    return { log: watched, ...state };
  }, parts);

/** The log, refused as long as it lacks what was seen in it. */
function watchedLog(
  witnesses: Witnesses & { readonly log: EventLog },
  { logger, mayBeSetBack }: Opening,
  notes: Pick<SetBackParts, 'onLost' | 'onAccepted'>,
): EventLog {
  if (mayBeSetBack) return witnesses.log;
  return refuseSetBack(witnesses.log, {
    seen: () => seenIn(witnesses),
    ...notes,
    logger,
  });
}

/** The log alone, for reading. On SQLite it must exist. */
export const openLogToRead = (settings: StoreSettings): Promise<Pick<Stores, 'log' | 'close'>> =>
  opening(async (opened) => ({ log: await openLog(settings, 'read', opened) }));

/** The stored log, for a single scan. On SQLite it must exist. */
export const openLogScan = ({
  dataDir,
  eventStoreUrl,
}: Pick<StoreSettings, 'dataDir' | 'eventStoreUrl'>): Promise<LogScan & Pick<Stores, 'close'>> =>
  opening(async ({ onClose }) => {
    if (eventStoreUrl === null) {
      const { scanSqliteLog } = await import('@dayline/event-log/sqlite/scan');
      return scanSqliteLog(join(dataDir, 'events.db'));
    }
    const { openEventStoreLog } = await import('@dayline/event-log/eventstoredb/open');
    const log = await openEventStoreLog({ url: eventStoreUrl, upcasters: [] });
    onClose(() => log.close());
    return scanByReading(log);
  });

/** The projector's stores. On SQLite the vault must exist. */
export const openProjectorStores = (settings: StoreSettings, parts?: StoreParts): Promise<ProjectorStores> =>
  opening(async (opened) => {
    const log = await openLog(settings, 'read', opened);
    const { keys, ...state } = await openViewsWithKeys(settings, opened);
    return {
      log: watchedLog({ log, views: state.views, followers: keys.followers }, opened, {
        onLost: async () => {},
        onAccepted: async () => {},
      }),
      keys,
      ...state,
    };
  }, parts);

/**
 * The stores that a check compares: the log for reading, the vault and the views. On SQLite log and vault must exist.
 * @param vault `writesOnDemand` if this process has the vault open already
 */
export const openAuditStores = (
  settings: StoreSettings,
  vault: VaultOptions = {},
): Promise<Omit<Stores, 'blobs' | 'viewsAreElsewhere'>> =>
  opening(async (opened) => {
    const log = await openLog(settings, 'read', opened);
    if (settings.viewStoreUrl === null && !existsSync(vaultFile(settings.dataDir))) {
      throw new Error(`There is no vault.db in ${settings.dataDir}.`);
    }
    return { log, ...(await openState(settings, opened, vault)) };
  });

async function openLog(
  { dataDir, eventStoreUrl }: StoreSettings,
  mode: 'read' | 'write',
  { onClose, onPollFailed, logger }: Opening,
): Promise<EventLog> {
  if (eventStoreUrl !== null) {
    const { openEventStoreLog } = await import('@dayline/event-log/eventstoredb/open');
    const log = await openEventStoreLog({ url: eventStoreUrl, logger });
    onClose(() => log.close());
    return log;
  }
  const { openSqliteEventLog } = await import('@dayline/event-log/sqlite/open');
  const log = await named('events.db', openSqliteEventLog({ folder: dataDir, mode, onPollFailed, logger }));
  onClose(() => log.close());
  return log;
}

/** SQLite's message for a damaged file doesn't name the file. */
async function named<Opened>(file: string, resource: Promise<Opened>): Promise<Opened> {
  try {
    return await resource;
  } catch (error) {
    if (!isDamagedFile(error)) throw error;
    const words = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} is damaged: ${words}. Restore events.db and vault.db from one backup.`, { cause: error });
  }
}

const vaultFile = (dataDir: string): string => join(dataDir, 'vault.db');

/** Vault, blobs and views. */
async function openState(
  settings: StoreSettings,
  { onClose, clock, onPollFailed, logger }: Opening,
  options: VaultOptions = {},
) {
  const { dataDir, viewStoreUrl } = settings;
  const masterKey = Buffer.from(settings.masterKey);
  if (viewStoreUrl !== null) {
    const { mongo, ...ofViews } = await mongoViews(viewStoreUrl, { onClose });
    const [{ openMongoVault }, { openGridfsBlobs }] = await Promise.all([
      import('@dayline/vault/mongodb/open'),
      import('@dayline/vault/blobs/gridfs'),
    ]);
    const vault = await discardingNewKey(settings, openMongoVault({ db: mongo.db, masterKey, logger }));
    onClose(() => vault.close());
    return { vault, blobs: openGridfsBlobs(mongo.db), viewsAreElsewhere: true, ...ofViews };
  }
  const [{ openSqliteVault }, { openFileBlobs }] = await Promise.all([
    import('@dayline/vault/sqlite/open'),
    import('@dayline/vault/blobs/files'),
  ]);
  const vault = await named('vault.db', openSqliteVault({ path: vaultFile(dataDir), masterKey, clock, ...options }));
  onClose(() => vault.close());
  const blobs = openFileBlobs(join(dataDir, 'blobs'));
  return { vault, blobs, viewsAreElsewhere: false, ...(await sqliteViews(dataDir, { onClose, onPollFailed }, true)) };
}

async function openViewsWithKeys(settings: StoreSettings, { onClose, onPollFailed }: Opening) {
  const { dataDir, viewStoreUrl } = settings;
  const masterKey = Buffer.from(settings.masterKey);
  if (viewStoreUrl !== null) {
    const { mongo, ...ofViews } = await mongoViews(viewStoreUrl, { onClose });
    const { openMongoVaultKeys } = await import('@dayline/vault/mongodb/keys');
    const keys = await discardingNewKey(settings, openMongoVaultKeys({ db: mongo.db, masterKey }));
    onClose(() => keys.close());
    return { keys, ...ofViews };
  }
  const { openVaultKeys } = await import('@dayline/vault/sqlite/keys');
  const keys = openVaultKeys({ path: vaultFile(dataDir), masterKey });
  onClose(() => keys.close());
  return { keys, ...(await sqliteViews(dataDir, { onClose, onPollFailed })) };
}

async function mongoViews(url: string, { onClose }: Closing) {
  const [{ openMongo }, { openMongoViewStore }, { mongoLease }] = await Promise.all([
    import('@dayline/runtime/mongodb/connect'),
    import('@dayline/view-store/mongodb/open'),
    import('@dayline/runtime/mongodb/lease'),
  ]);
  const mongo = openMongo({ url });
  onClose(() => mongo.close());
  const views = openMongoViewStore({ mongo });
  onClose(() => views.close());
  return {
    mongo,
    views,
    lease: ({ name, version }: Pick<ProjectionDefinition, 'name' | 'version'>) =>
      mongoLease(mongo.views, `${name}@${version}`),
  };
}

async function sqliteViews(
  dataDir: string,
  { onClose, onPollFailed }: Pick<Opening, 'onClose' | 'onPollFailed'>,
  searchesInThread = false,
) {
  const [{ openSqliteViewStore }, { fileLease }] = await Promise.all([
    import('@dayline/view-store/sqlite/open'),
    import('@dayline/runtime/lease/file-lease'),
  ]);
  const directory = join(dataDir, 'views');
  const views = openSqliteViewStore({ directory, onPollFailed, searchesInThread });
  onClose(() => views.close());
  return {
    views,
    lease: ({ name, version }: Pick<ProjectionDefinition, 'name' | 'version'>) =>
      fileLease(directory, `${name}@${version}`),
  };
}
