import type { Position } from '@dayline/contracts/ids';
import { followable } from './followable.ts';
import type { FollowerCursors } from './follower.ts';
import { followLeased } from './leased-follower.ts';
import type { EventLog } from './port.ts';
import { newEvents, newStream } from './testing/contract-fixtures.ts';
import { openMemoryEventLog } from './testing/memory.ts';

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Several processes on one log, whose cursors and lease they share. */
function processes() {
  const log = openMemoryEventLog();
  const shared: { holder: string | null; at: Position | null } = { holder: null, at: null };
  const cursors: FollowerCursors = {
    read: async () => (shared.at === null ? null : { position: shared.at }),
    async advance(_name, _from, to) {
      shared.at = to.position;
      return true;
    },
  };
  const start = (process: string) => {
    const seen = { attempts: 0, follows: 0, events: 0, troubles: [] as unknown[] };
    const follow: EventLog['follow'] = (...how) => {
      seen.follows += 1;
      return log.follow(...how);
    };
    const lease = {
      everyMs: 1,
      async attempt() {
        seen.attempts += 1;
        if (shared.holder === 'nobody knows') throw new Error('unavailable');
        shared.holder ??= process;
        return shared.holder === process;
      },
      async release() {
        if (shared.holder === process) shared.holder = null;
      },
    };
    const follower = followLeased({
      name: 'test',
      lease,
      cursors,
      log: followable({ ...log, follow }),
      async handle(events) {
        seen.events += events.length;
      },
      onTrouble: (error) => void seen.troubles.push(error),
    });
    return { seen, follower };
  };
  return { log, shared, start };
}

test('one process reads; another takes over once it has stopped, or lost the lease', async () => {
  const { log, shared, start } = processes();
  const [first, second] = [start('first'), start('second')];
  await log.append(newStream(), 'noStream', newEvents(3));
  await waitUntil(() => first.seen.events === 3 && second.seen.attempts > 2);
  expect(second.seen).toMatchObject({ follows: 0, events: 0 });
  expect(second.follower.status()).toMatchObject({ position: null, trouble: null, behindSeconds: 0 });
  await first.follower.stop();
  await log.append(newStream(), 'noStream', newEvents(2));
  await waitUntil(() => second.seen.events === 2);
  const third = start('third');
  shared.holder = 'third';
  await waitUntil(() => third.seen.follows === 1 && second.follower.status().position === null);
  await log.append(newStream(), 'noStream', newEvents(1));
  await waitUntil(() => third.seen.events === 1);
  expect(second.seen.events).toBe(2);
  await Promise.all([second.follower.stop(), third.follower.stop()]);
});

test('a lease that can’t be asked for is reported once, and asked for again', async () => {
  const { shared, start } = processes();
  shared.holder = 'nobody knows';
  const { seen, follower } = start('first');
  await waitUntil(() => seen.attempts > 3);
  expect(follower.status().trouble).toContain('unavailable');
  shared.holder = null;
  await waitUntil(() => seen.follows === 1);
  expect(seen.troubles).toEqual([new Error('unavailable'), null]);
  await follower.stop();
});
