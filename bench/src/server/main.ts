// The embedded product, with a clinic to book at and the yardsticks beside it. Ends when its parent says so.
import { createLogger } from '@dayline/runtime/logging/logger';
import { startEmbedded } from '@dayline/standalone/embedded';
import { prepareClinic } from './clinic.ts';
import { measuredConfig } from './config.ts';
import { mountEcho } from './echo.ts';
import type { Clinic, ServerReady, ServerSettings } from './messages.ts';
import { mountUsage } from './usage.ts';
import { openYardsticks } from './yardsticks.ts';

const [settings] = process.argv.slice(2);
if (!settings) throw new Error('Usage: main.js SETTINGS');
// Cast is safe: the parent sends exactly this.
const { folder, clinic: size, eventStoreUrl } = JSON.parse(settings) as ServerSettings;

const config = measuredConfig(folder, eventStoreUrl);
const yardsticks = await openYardsticks(folder, eventStoreUrl);
let clinic: Clinic | null = null;
const product = await startEmbedded({
  config,
  logger: createLogger('bench', { level: config.logLevel }),
  webFolder: null,
  beforeListening: async (commands) => {
    clinic = await prepareClinic(commands, size);
  },
  more(app) {
    yardsticks.mount(app);
    mountEcho(app);
    mountUsage(app);
  },
});
if (!clinic) throw new Error('Nothing was prepared.');
process.send?.({ port: product.port, socketPort: yardsticks.socketPort, clinic } satisfies ServerReady);

process.once('disconnect', async () => {
  await product.stop();
  await yardsticks.close();
});
