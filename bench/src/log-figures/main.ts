// Figures over the log that the bookings wrote, measured in a separate process after the server has closed it.
import { join } from 'node:path';
import { openEventStoreLog } from '@dayline/event-log/eventstoredb/open';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import type { Figures } from '../report.ts';
import { measuredConfig } from '../server/config.ts';
import { openRawClient } from '../server/raw-client.ts';
import { catchUpFigures } from './catch-up.ts';
import { dayFigures } from './days.ts';
import { feedUpTo } from './log-part.ts';
import { openPlainLog } from './plain-log.ts';
import { rebuildFigures } from './rebuild.ts';

export interface LogFiguresPlan {
  readonly rounds: number;
  readonly catchUpEvents: number;
  readonly dayLoads: number;
}

const [folder, planText, eventStoreUrl] = process.argv.slice(2);
if (!folder || !planText) throw new Error('Usage: main.js FOLDER PLAN [EVENT_STORE_URL]');
// Cast is safe: the parent sends exactly this.
const { rounds, catchUpEvents, dayLoads } = JSON.parse(planText) as LogFiguresPlan;

const { dataDir, masterKey } = measuredConfig(folder);
const vault = await openSqliteVault({ path: join(dataDir, 'vault.db'), masterKey });
const taken = eventStoreUrl ? await onEventStoreDb(folder, eventStoreUrl) : await onSqlite(folder);
await vault.close();
process.send?.({
  goals: taken.flatMap(({ goals }) => goals),
  plain: taken.flatMap(({ plain }) => plain),
} satisfies Figures);
process.disconnect();

/** G6 and G7. */
async function onSqlite(into: string): Promise<Figures[]> {
  const stored = await openSqliteEventLog({ folder: dataDir });
  const log = openSealedLog(stored, vault.keys);
  const plain = openPlainLog(stored.path);
  const { end } = plain.scan(catchUpEvents);
  const scan = async () => plain.scan(catchUpEvents).count;
  const days = await dayFigures({ log, plain }, { rounds, loads: dayLoads });
  const catchUp = await catchUpFigures({ feed: feedUpTo(log, end), end, scan, folder: into }, rounds);
  plain.close();
  await stored.close();
  return [catchUp, days];
}

/** G5 and G6, over all events of the node. */
async function onEventStoreDb(into: string, url: string): Promise<Figures[]> {
  const stored = await openEventStoreLog({ url });
  const client = openRawClient(url);
  const log = openSealedLog(stored, vault.keys);
  const end = await log.head();
  const part = { feed: feedUpTo(log, end), end, scan: client.scan, folder: into };
  const catchUp = await catchUpFigures(part, rounds);
  const rebuild = await rebuildFigures(desk, part, rounds);
  await Promise.all([stored.close(), client.close()]);
  return [catchUp, rebuild];
}
