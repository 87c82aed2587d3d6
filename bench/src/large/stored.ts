// Figures over the views themselves, in a process on the server's core: name search, and the dashboard's counts.
import { join } from 'node:path';
import { readConfig } from '@dayline/platform/config/config';
import { openSqliteEventLog } from '@dayline/platform/event-log/sqlite/open';
import { openSqliteViewStore } from '@dayline/platform/view-store/sqlite/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import { deskOf } from '@dayline/query-service/desk/desk';
import { copyDirectory } from '@dayline/query-service/desk/directory';
import { readingFrom } from '@dayline/query-service/desk/reading';
import type { Figures } from '../report.ts';
import { countFigures } from './counts.ts';
import type { LargeClient } from './data.ts';
import { openPlainViews } from './plain-views.ts';
import { searchFigures } from './search.ts';
import { dataToday, instantOf } from './shape.ts';

export interface StoredPlan {
  readonly rounds: number;
  readonly searches: number;
  readonly looks: number;
}

const [folder, clientText, planText] = process.argv.slice(2);
if (!folder || !clientText || !planText) throw new Error('Usage: stored.js FOLDER CLIENT PLAN');
// The border between processes: the parent sends exactly this.
const client = JSON.parse(clientText) as LargeClient;
const plan = JSON.parse(planText) as StoredPlan;

const read = readConfig({ DATA_DIR: join(folder, 'data'), DEMO: 'off' });
if (!read.ok) throw new Error(read.problem);
const { dataDir } = read.config;
const log = await openSqliteEventLog({ folder: dataDir, mode: 'read' });
const views = openSqliteViewStore({ directory: join(dataDir, 'views') });
const store = deskOf(await views.open(desk, 'read'), log.start);
const clock = { now: () => instantOf(dataToday, '11:00') };
const reading = readingFrom({ desk: store, copy: copyDirectory(store, log.start), clock, horizonDays: 60 });
const plain = openPlainViews(join(dataDir, 'views', `${desk.name}@${desk.version}.db`));

const search = await searchFigures({ reading, plain, client }, plan);
const counts = await countFigures({ reading, plain, client }, plan);
plain.close();
await views.close();
await log.close();
process.send?.({
  goals: [...search.goals, ...counts.goals],
  plain: [...search.plain, ...counts.plain],
} satisfies Figures);
process.disconnect();
