import { followable } from '@dayline/event-log/followable';
import { follow } from '@dayline/event-log/follower';
import type { EventLog, StoredEvent } from '@dayline/event-log/port';
import { newEvents, newStream } from '@dayline/event-log/testing/contract-fixtures';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { serveFollowers, ThreadFollowers } from './thread-follow.ts';

/** Both sides in one thread; messages are copied as between threads, and lost while the other side is dead. */
function bothSides(log: EventLog) {
  const [begin, open] = [
    () => serveFollowers(log, (message) => main.take(structuredClone(message))),
    new Set<string>(),
  ];
  let serve: ReturnType<typeof serveFollowers> | null = begin();
  const main = new ThreadFollowers((message) => {
    open.add(message.kind);
    void serve?.(structuredClone(message));
  });
  return {
    follow: main.follow,
    requests: open,
    die() {
      serve = null;
      main.fail('the thread ended');
    },
    restart() {
      main.fail('the thread ended');
      serve = begin();
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}

test('a follower hears of a thread that ends, and goes on in the next one', async () => {
  const events: StoredEvent[] = [];
  const log = openMemoryEventLog({ events });
  const sides = bothSides(log);
  const seen: string[] = [];
  let cursor: StoredEvent | null = null;
  const follower = follow({
    name: 'test',
    log: followable({ ...log, follow: sides.follow }),
    cursors: {
      read: async () => cursor,
      async advance(_name, _from, { position }) {
        cursor = events.find((event) => event.position === position) ?? null;
        return true;
      },
    },
    handle: async (page) => void seen.push(...page.map(({ id }) => id)),
    onTrouble: () => undefined,
  });
  await log.append(newStream(), 'noStream', newEvents(2));
  await until(() => seen.length === 2);
  sides.die();
  await until(() => follower.status().trouble === 'the thread ended');
  await log.append(newStream(), 'noStream', newEvents(2));
  sides.restart();
  await until(() => seen.length === 4);
  await follower.stop();
  expect(seen).toEqual(events.map(({ id }) => id));
  expect(sides.requests).toEqual(new Set(['follow', 'next', 'leave']));
});

test('an error of the log ends the follower’s run with its words', async () => {
  const log = openMemoryEventLog();
  const damaged: EventLog['follow'] = async function* () {
    yield* [];
    throw new Error('The event log is damaged.');
  };
  const items = bothSides({ ...log, follow: damaged }).follow(log.start, new AbortController().signal);
  await expect(items[Symbol.asyncIterator]().next()).rejects.toThrow('The event log is damaged.');
});
