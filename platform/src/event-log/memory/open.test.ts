import { describeEventLog } from '../contract.ts';
import type { StoredEvent } from '../port.ts';
import { openMemoryEventLog } from './open.ts';

describeEventLog('The in-memory log', async () => {
  const events: StoredEvent[] = [];
  return { open: async (options) => openMemoryEventLog({ events, ...options }), remove: async () => {} };
});
