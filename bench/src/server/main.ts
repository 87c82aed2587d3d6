// The embedded product, with a clinic to book at. Ends when its parent tells it to.
import { createLogger } from '@dayline/runtime/logging/logger';
import { startEmbedded } from '@dayline/standalone/embedded';
import { prepareClinic } from './clinic.ts';
import { measuredConfig } from './config.ts';
import type { Clinic, ServerReady, ServerSettings } from './messages.ts';
import { mountUsage } from './usage.ts';

const [settings] = process.argv.slice(2);
if (!settings) throw new Error('Usage: main.js SETTINGS');
// Cast is safe: the parent sends exactly this.
const { folder, clinic: given, eventStoreUrl, settings: more } = JSON.parse(settings) as ServerSettings;

const config = measuredConfig(folder, eventStoreUrl, more);
let clinic: Clinic | null = null;
const product = await startEmbedded({
  config,
  logger: createLogger('bench', { level: config.logLevel }),
  webFolder: null,
  beforeListening: async (commands) => {
    clinic = 'clientId' in given ? given : await prepareClinic(commands, given);
  },
  more: (app) => mountUsage(app),
});
if (!clinic) throw new Error('Nothing was prepared.');
process.send?.({ port: product.port, clinic } satisfies ServerReady);

process.once('disconnect', () => product.stop());
