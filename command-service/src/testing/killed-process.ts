// Starts the small process on the log in a folder, and stops once its nth append is durable: to be killed there.
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { startMoving } from './small-process.ts';

const [folder = '', nth = ''] = process.argv.slice(2);
const log = await openSqliteEventLog({ folder });
let appends = 0;
const append: typeof log.append = async (...call) => {
  const result = await log.append(...call);
  appends += 1;
  if (appends < Number(nth)) return result;
  process.stdout.write('durable\n');
  return new Promise<never>(() => setInterval(() => undefined, 60_000));
};
await startMoving({ ...log, append }).move();
