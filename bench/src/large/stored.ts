// Figures over the stored files, in a process on the server's core: name search, the dashboard's counts, the
// verification of the chain.
import { join } from 'node:path';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import { deskOf } from '@dayline/query-service/desk/desk';
import { DirectoryCopy } from '@dayline/query-service/desk/directory';
import { snapshotsFrom } from '@dayline/query-service/desk/snapshot';
import { readConfig } from '@dayline/runtime/config/config';
import { servingFile } from '@dayline/view-store/sqlite/generation-files';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { openPlainLog } from '../log-figures/plain-log.ts';
import type { Figures } from '../report.ts';
import { countFigures } from './counts.ts';
import type { LargeClient } from './data/data.ts';
import { dataToday, instantOf } from './data/shape.ts';
import { openPlainViews } from './plain-views.ts';
import { searchFigures } from './search.ts';
import { verifyFigures } from './verify.ts';

export interface StoredPlan {
  readonly rounds: number;
  readonly searches: number;
  readonly looks: number;
  /** The number of events, from the log's start, that the chain verification reads. */
  readonly checkedEvents: number;
}

const [folder, clientText, planText] = process.argv.slice(2);
if (!folder || !clientText || !planText) throw new Error('Usage: stored.js FOLDER CLIENT PLAN');
// Cast is safe: the parent sends exactly this.
const client = JSON.parse(clientText) as LargeClient;
const plan = JSON.parse(planText) as StoredPlan;

const read = readConfig({ DATA_DIR: join(folder, 'data'), DEMO: 'off' });
if (!read.ok) throw new Error(read.problem);
const { dataDir } = read.config;
const log = await openSqliteEventLog({ folder: dataDir, mode: 'read' });
const views = openSqliteViewStore({ directory: join(dataDir, 'views') });
const store = deskOf(await views.open(desk, 'read'), log.start);
const clock = { now: () => instantOf(dataToday, '11:00') };
const openSnapshots = snapshotsFrom({ desk: store, copy: new DirectoryCopy(store, log.start), clock, horizonDays: 60 });
const snapshot = async () => (await openSnapshots()).of(client.clientId);
const plain = openPlainViews(servingFile(join(dataDir, 'views'), desk));

const search = await searchFigures({ snapshot, plain, client }, plan);
const counts = await countFigures({ snapshot, plain, client }, plan);
plain.close();
const plainLog = openPlainLog(log.path);
const check = await verifyFigures(
  { plain: plainLog, path: log.path },
  { rounds: plan.rounds, events: plan.checkedEvents },
);
plainLog.close();
await views.close();
await log.close();
process.send?.({
  goals: [...search.goals, ...counts.goals, ...check.goals],
  plain: [...search.plain, ...counts.plain, ...check.plain],
} satisfies Figures);
process.disconnect();
