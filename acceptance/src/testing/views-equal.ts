import type { StoredEvent } from '@dayline/event-log/port';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import { dumpStore } from '@dayline/projector/testing/dump';
import { catchUp, newFolder, openViewReader, removeFolder } from '@dayline/projector/testing/views';
import type { Environment } from '@dayline/runtime/config/settings';
import type { ProjectionStore } from '@dayline/view-store/port';
import { eventually } from './event-file.ts';
import { atStores } from './small-clinic.ts';

/**
 * The processes' rows and those of a fresh fold, both at the same position at the log's end. The services append on
 * their own (a trail entry, a signed head), so the fold continues until the positions are equal, and neither may move
 * while rows are read.
 */
export function viewsAndRebuild(env: Environment): Promise<{ kept: string[]; rebuilt: string[] }> {
  return atStores(env, async ({ log, vault, views }) => {
    const folder = newFolder();
    const fresh = await openViewReader(folder);
    const store = await views.open(desk, 'read');
    const feed = openSealedLog(log, vault.keys);
    const keptAt = async () => (await store.checkpoint())?.position;
    try {
      return await eventually('the views hold all of the log', async () => {
        await catchUp(feed, fresh);
        const reached = (await fresh.checkpoint())?.position;
        if ((await keptAt()) !== reached) return null;
        const rows = { kept: await dump(store), rebuilt: await dump(fresh) };
        return (await keptAt()) === reached && rows;
      });
    } finally {
      await Promise.all([store.close(), fresh.close()]);
      removeFolder(folder);
    }
  });
}

const dump = async (store: ProjectionStore): Promise<string[]> => (await dumpStore(desk, store)).sort();

/** How often each appointment was booked, from the log. */
export function bookingsIn(env: Environment): Promise<ReadonlyMap<string, number>> {
  return atStores(env, async ({ log }) => {
    const times = new Map<string, number>();
    let after = log.start;
    for (let page: readonly StoredEvent[] = [], more = true; more; more = page.length > 0) {
      page = await log.readAll(after, 500);
      after = page.at(-1)?.position ?? after;
      for (const { type, data } of page) {
        const id = String(data['appointmentId']);
        if (type === 'AppointmentBooked') times.set(id, (times.get(id) ?? 0) + 1);
      }
    }
    return times;
  });
}
