// The embedded product on the large data. Ends when its parent tells it to.
import { systemClock } from '@dayline/runtime/clock';
import { createLogger } from '@dayline/runtime/logging/logger';
import { startEmbedded } from '@dayline/standalone/embedded';
import { measuredConfig } from '../server/config.ts';
import type { LargeReady } from '../server/messages.ts';
import { mountUsage } from '../server/usage.ts';
import { dataToday, instantOf } from './data/shape.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: server.js FOLDER');

const config = measuredConfig(folder);

/** The data ends on a fixed date: the clock here is shortly after that day's last mark. */
const ahead = instantOf(dataToday, '11:00') - systemClock.now();
const clock = { now: () => systemClock.now() + ahead };

const started = performance.now();
const product = await startEmbedded({
  config,
  logger: createLogger('bench', { level: config.logLevel }),
  clock,
  webFolder: null,
  more: (app) => mountUsage(app, { timesHolds: true }),
});
const startMs = performance.now() - started;
process.send?.({ port: product.port, startMs } satisfies LargeReady);

process.once('disconnect', () => product.stop());
