// Figures over the log that the bookings left, taken in a process of its own once the server has closed it.
import { join } from 'node:path';
import { readConfig } from '@dayline/platform/config/config';
import { openSqliteEventLog } from '@dayline/platform/event-log/sqlite/open';
import { openSealedLog } from '@dayline/platform/sealed-log/open';
import { openSqliteVault } from '@dayline/platform/vault/sqlite/open';
import type { Figures } from '../report.ts';
import { catchUpFigures } from './catch-up.ts';
import { dayFigures } from './days.ts';
import { openPlainLog } from './plain-log.ts';

export interface LogFiguresPlan {
  readonly rounds: number;
  readonly catchUpEvents: number;
  readonly dayLoads: number;
}

const [folder, planText] = process.argv.slice(2);
if (!folder || !planText) throw new Error('Usage: main.js FOLDER PLAN');
// The border between processes: the parent sends exactly this.
const { rounds, catchUpEvents, dayLoads } = JSON.parse(planText) as LogFiguresPlan;

const read = readConfig({ DATA_DIR: join(folder, 'data'), DEMO: 'off' });
if (!read.ok) throw new Error(read.problem);
const { dataDir, masterKey } = read.config;
const stored = await openSqliteEventLog({ folder: dataDir });
const vault = await openSqliteVault({ path: join(dataDir, 'vault.db'), masterKey });
const log = openSealedLog(stored, vault.keys);
const plain = openPlainLog(stored.path);

const days = await dayFigures({ log, plain }, { rounds, loads: dayLoads });
const catchUp = await catchUpFigures({ log, plain, folder }, { rounds, events: catchUpEvents });
plain.close();
await Promise.all([stored.close(), vault.close()]);
process.send?.({
  goals: [...catchUp.goals, ...days.goals],
  plain: [...catchUp.plain, ...days.plain],
} satisfies Figures);
process.disconnect();
