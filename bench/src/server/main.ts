// The product in embedded mode, with a clinic to book at and the yardsticks beside it. Ends when its parent says so.
import { join } from 'node:path';
import { readConfig } from '@dayline/platform/config/config';
import { createLogger } from '@dayline/platform/logging/logger';
import { startEmbedded } from '@dayline/standalone/embedded';
import { prepareClinic } from './clinic.ts';
import type { Clinic, ClinicSize, ServerReady } from './messages.ts';
import { openYardsticks } from './yardsticks.ts';

const [folder, sizeText] = process.argv.slice(2);
if (!folder || !sizeText) throw new Error('Usage: main.js FOLDER SIZE');
// The border between processes: the parent sends exactly this.
const size = JSON.parse(sizeText) as ClinicSize;

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
const yardsticks = await openYardsticks(folder);
let clinic: Clinic | null = null;
const product = await startEmbedded({
  config: read.config,
  logger: createLogger('bench', { level: read.config.logLevel }),
  webFolder: null,
  beforeListening: async (commands) => {
    clinic = await prepareClinic(commands, size);
  },
  more: (app) => yardsticks.mount(app),
});
if (!clinic) throw new Error('Nothing was prepared.');
process.send?.({ port: product.port, socketPort: yardsticks.socketPort, clinic } satisfies ServerReady);

process.once('disconnect', async () => {
  await product.stop();
  await yardsticks.close();
});
