// G5: the rebuild of one projection's views, in a process of its own, whose memory counts.
import { join } from 'node:path';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { activity } from '@dayline/projector/projections/activity/projection';
import { desk } from '@dayline/projector/projections/desk/projection';
import { storedFeed } from '@dayline/projector/runner/stored-feed';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { feedUpTo } from '../log-figures/log-part.ts';
import { openPlainLog } from '../log-figures/plain-log.ts';
import { rebuildFigures } from '../log-figures/rebuild.ts';
import type { Figures } from '../report.ts';
import { measuredConfig } from '../server/config.ts';

export interface RebuildPlan {
  readonly rounds: number;
  /** Events from the log's start. */
  readonly events: number;
}

const [folder, name, planText] = process.argv.slice(2);
if (!folder || !name || !planText) throw new Error('Usage: rebuild.js FOLDER PROJECTION PLAN');
// Cast is safe: the parent sends exactly this.
const { rounds, events } = JSON.parse(planText) as RebuildPlan;

const { dataDir, masterKey } = measuredConfig(folder);
const stored = await openSqliteEventLog({ folder: dataDir });
const vault = await openSqliteVault({ path: join(dataDir, 'vault.db'), masterKey });
const plain = openPlainLog(stored.path);
const { end } = plain.scan(events);
const [projection, feed] =
  name === activity.name ? [activity, storedFeed(stored)] : [desk, openSealedLog(stored, vault.keys)];
const part = { feed: feedUpTo(feed, end), end, scan: async () => plain.scan(events).count, folder };
const figures = await rebuildFigures(projection, part, rounds);
plain.close();
await Promise.all([stored.close(), vault.close()]);
process.send?.(figures satisfies Figures);
process.disconnect();
