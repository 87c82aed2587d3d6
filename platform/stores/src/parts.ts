import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { acceptCommand } from '@dayline/event-log/set-back';
import type { VaultContent } from '@dayline/vault/port';
import type { ViewStore } from '@dayline/view-store/port';
import type { StoreSettings, WholeSettings } from './settings.ts';

/** The log or the vault is missing, while the other or the views are there. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

interface PartCheck {
  readonly log: typeof logContent;
  readonly rest: typeof otherContent;
}

/**
 * Refuses stores of which a part was lost, before anything is created. A log that doesn't answer is let through: it is
 * compared with the rest as soon as it does.
 * @throws PartMissing
 */
export async function refuseMissingParts(
  settings: WholeSettings,
  opening: { readonly mayBeSetBack: boolean },
  look: PartCheck = { log: logContent, rest: otherContent },
): Promise<void> {
  // The parts are read one after the other: a part that another process creates in between is not lost.
  const found = (await missingIn(settings, opening, look)) && (await missingIn(settings, opening, look));
  if (found !== null) throw new PartMissing(found);
}

/** The missing part, as a sentence; null if nothing is missing. */
async function missingIn(
  settings: WholeSettings,
  { mayBeSetBack }: { readonly mayBeSetBack: boolean },
  look: PartCheck,
): Promise<string | null> {
  const log = await look.log(settings);
  if (log === null) return null;
  const { vault, views } = await look.rest(settings);
  if (log === 'events' && vault === 'missing' && !settings.acceptMissingVault) {
    return `There is no vault ${locationOf(settings)}, but the log has events. The vault holds the accounts and the keys of all personal data: restore it with the log, from the same backup. To start without it for good, set ACCEPT_MISSING_VAULT=on for one start.`;
  }
  if (log === 'events' || mayBeSetBack) return null;
  const witness = vault === 'content' ? 'the vault' : views;
  if (witness === null) return null;
  return `The event log is ${log === 'missing' ? 'missing' : 'empty'}, but ${witness} has seen events of it. Restore the log, or accept that all of it is lost: ${acceptCommand}`;
}

const locationOf = ({ viewStoreUrl, dataDir }: StoreSettings): string =>
  viewStoreUrl === null ? `in DATA_DIR ${dataDir}` : 'at VIEW_STORE_URL';

/** Null if it doesn't answer or is damaged, which opening it reports. */
async function logContent({ dataDir, eventStoreUrl }: StoreSettings): Promise<'missing' | 'empty' | 'events' | null> {
  if (eventStoreUrl === null) {
    const path = join(dataDir, 'events.db');
    if (!existsSync(path)) return 'missing';
    const { hasEvents } = await import('@dayline/event-log/sqlite/has-events');
    const found = hasEvents(path);
    return found === null ? null : found ? 'events' : 'empty';
  }
  const { openEventStoreLog } = await import('@dayline/event-log/eventstoredb/open');
  const log = await openEventStoreLog({ url: eventStoreUrl, timeLimitMs: 2_000 });
  try {
    return (await log.last()) === null ? 'empty' : 'events';
  } catch {
    return null;
  } finally {
    await log.close();
  }
}

interface OtherParts {
  readonly vault: VaultContent;
  /** The views that have folded events; null if none have. */
  readonly views: string | null;
}

const generationName = ([found]: Awaited<ReturnType<ViewStore['checkpoints']>>): string | null =>
  found ? `the views ${found.generation}` : null;

async function otherContent({ dataDir, viewStoreUrl }: StoreSettings): Promise<OtherParts> {
  if (viewStoreUrl === null) {
    const [{ contentOfVault }, { openSqliteViewStore }] = await Promise.all([
      import('@dayline/vault/sqlite/content'),
      import('@dayline/view-store/sqlite/open'),
    ]);
    const views = openSqliteViewStore({ directory: join(dataDir, 'views') });
    return { vault: contentOfVault(join(dataDir, 'vault.db')), views: generationName(await views.checkpoints()) };
  }
  const [{ openMongo }, { contentOfMongoVault }, { openMongoViewStore }] = await Promise.all([
    import('@dayline/runtime/mongodb/connect'),
    import('@dayline/vault/mongodb/content'),
    import('@dayline/view-store/mongodb/open'),
  ]);
  const mongo = openMongo({ url: viewStoreUrl });
  try {
    const views = openMongoViewStore({ mongo });
    return { vault: await contentOfMongoVault(mongo.db), views: generationName(await views.checkpoints()) };
  } finally {
    await mongo.close();
  }
}
