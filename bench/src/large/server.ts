// The product in embedded mode on the large data, with the echo beside it. Ends when its parent says so.
import { systemClock } from '@dayline/platform/clock';
import { createLogger } from '@dayline/platform/logging/logger';
import { startEmbedded } from '@dayline/standalone/embedded';
import { measuredConfig } from '../server/config.ts';
import { mountEcho } from './echo.ts';
import { dataToday, instantOf } from './shape.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: server.js FOLDER');

const config = measuredConfig(folder);

/** The data ends on a date of its own: it is shortly after that day's last mark here. */
const ahead = instantOf(dataToday, '11:00') - systemClock.now();
const clock = { now: () => systemClock.now() + ahead };

const started = performance.now();
const product = await startEmbedded({
  config,
  logger: createLogger('bench', { level: config.logLevel }),
  clock,
  webFolder: null,
  more: mountEcho,
});
process.send?.({ port: product.port, startMs: performance.now() - started });

process.once('disconnect', () => product.stop());
