import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEventLog } from '../testing/contract.ts';
import { openSqliteEventLog } from './open.ts';

describeEventLog('The SQLite log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-log-'));
  return {
    open: (options) => openSqliteEventLog({ folder, ...options }),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});
