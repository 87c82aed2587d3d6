import { startEventStore } from '../../testing/eventstore-server.ts';
import { describeEventLog, type LogStore } from '../contract.ts';
import { openEventStoreLog } from './open.ts';

async function makeStore(): Promise<LogStore> {
  const server = await startEventStore();
  return {
    open: (options) => openEventStoreLog({ url: server.url, timeLimitMs: 20_000, ...options }),
    remove: () => server.stop(),
  };
}

describeEventLog('The log on EventStoreDB', makeStore, 4_000);
