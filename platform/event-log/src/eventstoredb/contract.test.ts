import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { describeEventLog } from '../testing/contract.ts';
import { openEventStoreLog } from './open.ts';

const server = await startEventStore();

describeEventLog('The log on EventStoreDB', async () => ({
  open: (options) => openEventStoreLog({ url: server.url, timeLimitMs: 20_000, ...options }),
  remove: () => server.stop(),
}));
