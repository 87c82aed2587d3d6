import { join } from 'node:path';
import type { Blobs } from '../blobs/port.ts';
import type { Config } from '../config/config.ts';
import type { EventLog } from '../event-log/port.ts';
import type { KeyRing } from '../sealed-log/key-ring.ts';
import type { Vault } from '../vault/port.ts';
import type { ProjectionDefinition, ViewStore } from '../view-store/port.ts';
import type { Lease } from './lease.ts';

/** Which engines, and where; the rest of the settings is not the stores' business. */
export type StoreSettings = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'viewStoreUrl'> & {
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
};

/** What the product keeps, on the engines that the settings name. Nothing else knows which these are. */
export interface Stores {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly blobs: Blobs;
  readonly views: ViewStore;
  /** Whether a view's commit is told by whoever made it only late: then whoever waits for it follows the log. */
  readonly viewsAreElsewhere: boolean;
  /** Who of several projectors keeps these views. */
  lease(projection: ProjectionDefinition): Lease;
  close(): Promise<void>;
}

/** What a projector works with: it appends nothing and makes no keys. */
export interface ProjectorStores {
  readonly log: EventLog;
  readonly keys: KeyRing;
  readonly views: ViewStore;
  /** Who of several projectors keeps these views. */
  lease(projection: ProjectionDefinition): Lease;
  close(): Promise<void>;
}

/** Opened one after another; closed the other way round, also where a later one can't be opened. */
interface Closing {
  readonly onClose: (close: () => Promise<void>) => void;
}

async function opening<Opened extends object>(
  open: (closing: Closing) => Promise<Opened>,
): Promise<Opened & { close(): Promise<void> }> {
  const steps: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (let step = steps.pop(); step; step = steps.pop()) await step();
  };
  try {
    return { ...(await open({ onClose: (step) => steps.push(step) })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens the log, the vault with blobs and outbox, and the views. The log goes by EVENT_STORE_URL, all else by
 * VIEW_STORE_URL; each stands on its own. A driver is loaded only where its engine is used.
 * @throws Error when one can't be opened
 */
export const openStores = (settings: StoreSettings): Promise<Stores> =>
  opening(async (closing) => {
    const log = await openLog(settings, 'write', closing);
    return { log, ...(await openState(settings, closing)) };
  });

/** The log alone, for reading. On SQLite it must be there already. */
export const openLogToRead = (settings: StoreSettings): Promise<Pick<Stores, 'log' | 'close'>> =>
  opening(async (closing) => ({ log: await openLog(settings, 'read', closing) }));

/** The same for a projector. On SQLite the vault must be there already. */
export const openProjectorStores = (settings: StoreSettings): Promise<ProjectorStores> =>
  opening(async (closing) => {
    const log = await openLog(settings, 'read', closing);
    return { log, ...(await openViewsWithKeys(settings, closing)) };
  });

async function openLog(
  { dataDir, eventStoreUrl }: StoreSettings,
  mode: 'read' | 'write',
  { onClose }: Closing,
): Promise<EventLog> {
  if (eventStoreUrl !== null) {
    const { openEventStoreLog } = await import('../event-log/eventstoredb/open.ts');
    const log = await openEventStoreLog({ url: eventStoreUrl });
    onClose(() => log.close());
    return log;
  }
  const { openSqliteEventLog } = await import('../event-log/sqlite/open.ts');
  const log = await openSqliteEventLog({ folder: dataDir, mode });
  onClose(() => log.close());
  return log;
}

const vaultFile = (dataDir: string): string => join(dataDir, 'vault.db');

/** Vault, blobs and views. */
async function openState(settings: StoreSettings, { onClose }: Closing) {
  const { dataDir, viewStoreUrl } = settings;
  const masterKey = Buffer.from(settings.masterKey);
  if (viewStoreUrl !== null) {
    const { mongo, ...ofViews } = await mongoViews(viewStoreUrl, { onClose });
    const [{ openMongoVault }, { openGridfsBlobs }] = await Promise.all([
      import('../vault/mongodb/open.ts'),
      import('../blobs/gridfs.ts'),
    ]);
    const vault = await openMongoVault({ db: mongo.db, masterKey });
    onClose(() => vault.close());
    return { vault, blobs: openGridfsBlobs(mongo.db), viewsAreElsewhere: true, ...ofViews };
  }
  const [{ openSqliteVault }, { openFileBlobs }] = await Promise.all([
    import('../vault/sqlite/open.ts'),
    import('../blobs/files.ts'),
  ]);
  const vault = await openSqliteVault({ path: vaultFile(dataDir), masterKey });
  onClose(() => vault.close());
  const blobs = openFileBlobs(join(dataDir, 'blobs'));
  return { vault, blobs, viewsAreElsewhere: false, ...(await sqliteViews(dataDir, { onClose })) };
}

async function openViewsWithKeys(settings: StoreSettings, { onClose }: Closing) {
  const { dataDir, viewStoreUrl } = settings;
  const masterKey = Buffer.from(settings.masterKey);
  if (viewStoreUrl !== null) {
    const { mongo, ...ofViews } = await mongoViews(viewStoreUrl, { onClose });
    const { openMongoVaultKeys } = await import('../vault/mongodb/keys.ts');
    const keys = await openMongoVaultKeys({ db: mongo.db, masterKey });
    onClose(() => keys.close());
    return { keys, ...ofViews };
  }
  const { openVaultKeys } = await import('../vault/sqlite/keys.ts');
  const keys = openVaultKeys({ path: vaultFile(dataDir), masterKey });
  onClose(() => keys.close());
  return { keys, ...(await sqliteViews(dataDir, { onClose })) };
}

async function mongoViews(url: string, { onClose }: Closing) {
  const [{ openMongo }, { openMongoViewStore }, { mongoLease }] = await Promise.all([
    import('../mongodb/connect.ts'),
    import('../view-store/mongodb/open.ts'),
    import('../mongodb/lease.ts'),
  ]);
  const mongo = openMongo({ url });
  onClose(() => mongo.close());
  const views = openMongoViewStore({ mongo });
  onClose(() => views.close());
  return {
    mongo,
    views,
    lease: ({ name, version }: ProjectionDefinition) => mongoLease(mongo.db, `${name}@${version}`),
  };
}

async function sqliteViews(dataDir: string, { onClose }: Closing) {
  const [{ openSqliteViewStore }, { fileLease }] = await Promise.all([
    import('../view-store/sqlite/open.ts'),
    import('./file-lease.ts'),
  ]);
  const directory = join(dataDir, 'views');
  const views = openSqliteViewStore({ directory });
  onClose(() => views.close());
  return { views, lease: ({ name, version }: ProjectionDefinition) => fileLease(directory, `${name}@${version}`) };
}
