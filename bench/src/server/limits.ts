// The reference that the product is compared with, in a separate process: Express set up as its documentation shows, so
// that no change of the product's HTTP changes its limit, and neither pays for the other's garbage collection. Ends
// when its parent tells it to.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { mountEcho } from './echo.ts';
import type { LimitsReady } from './messages.ts';
import { limitsUsagePath, mountUsage } from './usage.ts';
import { openYardsticks } from './yardsticks.ts';

const [folder, eventStoreUrl = ''] = process.argv.slice(2);
if (!folder) throw new Error('Usage: limits.js FOLDER [EVENT_STORE_URL]');

const yardsticks = await openYardsticks(folder, eventStoreUrl === '' ? null : eventStoreUrl);
const app = express();
yardsticks.mount(app);
mountEcho(app);
mountUsage(app, { path: limitsUsagePath });
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
// Cast is safe: a server that listens on a host and port has such an address.
const { port } = server.address() as AddressInfo;
process.send?.({ limitsPort: port, socketPort: yardsticks.socketPort } satisfies LimitsReady);

process.once('disconnect', async () => {
  server.close();
  server.closeAllConnections();
  await yardsticks.close();
});
