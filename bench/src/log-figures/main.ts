// Figures over the log that the bookings wrote, measured in a separate process after the server has closed it.
import { join } from 'node:path';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { readConfig } from '@dayline/runtime/config/config';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
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
// Cast is safe: the parent sends exactly this.
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
