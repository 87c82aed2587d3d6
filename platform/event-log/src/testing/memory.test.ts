import type { StoredEvent } from '../port.ts';
import { describeEventLog } from './contract.ts';
import { newEvent, newStream, untilCaughtUp } from './contract-fixtures.ts';
import { openMemoryEventLog } from './memory.ts';

describeEventLog('The in-memory log', async () => {
  const events: StoredEvent[] = [];
  return { open: async (options) => openMemoryEventLog({ events, ...options }), remove: async () => {} };
});

test('a follower refuses a gap in positions', async () => {
  const events: StoredEvent[] = [];
  const log = openMemoryEventLog({ events });
  for (let n = 0; n < 3; n += 1) await log.append(newStream(), 'noStream', [newEvent()]);
  events.splice(1, 1);
  const items = log.follow(log.start, new AbortController().signal)[Symbol.asyncIterator]();
  await expect(untilCaughtUp(items)).rejects.toThrow('position 0000000000000003 follows on 1');
});
