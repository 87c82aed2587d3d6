// The product in embedded mode on the large data, with the echo beside it. Ends when its parent says so.
import { join } from 'node:path';
import { systemClock } from '@dayline/platform/clock';
import { readConfig } from '@dayline/platform/config/config';
import { createLogger } from '@dayline/platform/logging/logger';
import { startEmbedded } from '@dayline/standalone/embedded';
import { mountEcho } from './echo.ts';
import { dataToday, instantOf } from './shape.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: server.js FOLDER');

const read = readConfig({
  DATA_DIR: join(folder, 'data'),
  DEMO: 'off',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  PUBLIC_CALLS_PER_MINUTE: '1000',
  SIGNED_IN_CALLS_PER_MINUTE: '100000000',
});
if (!read.ok) throw new Error(read.problem);

/** The data ends on a date of its own: it is shortly after that day's last mark here. */
const ahead = instantOf(dataToday, '11:00') - systemClock.now();
const clock = { now: () => systemClock.now() + ahead };

const started = performance.now();
const product = await startEmbedded({
  config: read.config,
  logger: createLogger('bench', { level: read.config.logLevel }),
  clock,
  webFolder: null,
  more: mountEcho,
});
process.send?.({ port: product.port, startMs: performance.now() - started });

process.once('disconnect', () => product.stop());
