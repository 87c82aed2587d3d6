/** Behaviour of the log when its server fails; on the double, since a real server doesn't fail on demand. */
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { EventLogUnavailable } from '../port.ts';
import { idsOf, newEvents, newStream } from '../testing/contract-fixtures.ts';
import { followAll, logsOn, until } from '../testing/faults-fixtures.ts';

const server = await startFaultyEventStore();
const { faults } = server;
const { open, lines, close } = logsOn(server.url);

afterEach(close);
afterAll(() => server.stop());

describe('an append whose answer is lost', () => {
  test.each([1, 3])('is found in the stream when it was done, and not done again (%d events)', async (count) => {
    const log = await open();
    const stream = newStream();
    await log.append(stream, 'noStream', newEvents(2));
    const events = newEvents(count);
    faults.cutNextAppend('after');
    const { batched } = faults.appends;
    const result = await log.append(stream, 1, events);
    expect(faults.appends.batched).toBe(batched + 1);
    const stored = await log.readStream(stream, { from: 2 });
    expect(idsOf(stored)).toEqual(idsOf(events));
    const positions = stored.map(({ position }) => position);
    expect(result).toEqual({ appended: true, revision: 1 + count, position: positions.at(-1), positions });
  });

  test('is tried again when it was not done', async () => {
    const log = await open();
    const stream = newStream();
    const events = newEvents(2);
    faults.cutNextAppend('before');
    expect(await log.append(stream, 'noStream', events)).toMatchObject({ appended: true, revision: 1 });
    expect(idsOf(await log.readStream(stream))).toEqual(idsOf(events));
  });

  test('is a conflict when others were first', async () => {
    const log = await open();
    const stream = newStream();
    await log.append(stream, 'noStream', newEvents(4));
    faults.cutNextAppend('before');
    expect(await log.append(stream, 1, newEvents(1))).toEqual({ appended: false, actual: 3 });
    expect(await log.readStream(stream)).toHaveLength(4);
  });
});

describe('a server that is unavailable', () => {
  test('is reported after the time limit, and nothing was appended', async () => {
    const log = await open({ timeLimitMs: 1_500 });
    await log.append(newStream(), 'noStream', newEvents(1));
    await faults.stop();
    // The first call may hit the old connection, with an unknown outcome; later calls find no server.
    await log.append(newStream(), 'noStream', newEvents(1)).catch(() => {});
    const stream = newStream();
    const refused = await log.append(stream, 'noStream', newEvents(1)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(EventLogUnavailable);
    expect(refused).toMatchObject({ outcome: 'notAppended' });
    await expect(log.readStream(stream)).rejects.toThrow(EventLogUnavailable);
    await expect(log.readAll(log.start, 1)).rejects.toThrow(EventLogUnavailable);
    await expect(log.head()).rejects.toThrow(EventLogUnavailable);

    await faults.start();
    const patient = await open();
    expect(await patient.readStream(stream)).toEqual([]);
  });

  test('that comes back in time, not ready at first, costs patience only', async () => {
    const log = await open();
    const stream = newStream();
    await log.append(stream, 'noStream', newEvents(1));
    await faults.stop();
    const appending = log.append(stream, 0, newEvents(1));
    const reading = log.head();
    await faults.start({ notReady: true });
    const { refused } = faults;
    await until(() => faults.refused > refused + 1);
    faults.setReady(true);
    expect(await appending).toMatchObject({ appended: true, revision: 1 });
    expect(await reading).toEqual(expect.any(String));
    expect(await log.readStream(stream)).toHaveLength(2);
  });

  test('keeps nobody from closing', async () => {
    const log = await open();
    const following = followAll(log, await log.head());
    await until(() => following.items.length > 0);
    await faults.stop();
    await log.close();
    await following.ended;
    await faults.start();
  });
});

/** Appends during repeated server faults; each follower receives every event once. */
async function appendThrough(fail: (round: number) => Promise<void>): Promise<void> {
  const [log, followed] = [await open(), await open()];
  const before = await log.head();
  const following = [followAll(followed, before), followAll(log, before)];
  const events = newEvents(120);
  let failing = Promise.resolve();
  for (const [index, event] of events.entries()) {
    if (index % 20 === 10) failing = failing.then(() => fail(index / 20));
    expect((await log.append(newStream(), 'noStream', [event])).appended).toBe(true);
  }
  await failing;
  await until(() => following.every((follower) => follower.events.length >= events.length));
  // Once in the log, in the order of the appends, and the same for each follower.
  expect(idsOf(await log.readAll(before, 1_000))).toEqual(idsOf(events));
  for (const follower of following) {
    await until(() => follower.items.at(-1)?.kind === 'caughtUp');
    follower.abort.abort();
    await follower.ended;
    expect(idsOf(follower.events)).toEqual(idsOf(events));
  }
}

describe('a follower loses nothing and gets nothing twice, while events are appended', () => {
  test('when the server restarts in mid-stream', () =>
    appendThrough(async () => {
      await faults.stop();
      await faults.start();
    }));

  test.each(['clean', 'unclean', 'tooSlow'] as const)('when its subscription ends: %s', (how) =>
    appendThrough(async () => {
      await until(() => faults.subscriptions > 0);
      faults.dropSubscriptions(how);
    }),
  );

  test('when it has events left to take from before the end', async () => {
    const log = await open();
    const before = await log.head();
    const events = newEvents(1_500);
    await log.append(newStream(), 'noStream', events.slice(0, 1_200));
    const items = log.follow(before, new AbortController().signal)[Symbol.asyncIterator]();
    const seen: string[] = [];
    let isDropped = false;
    for (let isEnd = false; !isEnd; ) {
      const { value: item } = await items.next();
      if (item?.kind === 'events') seen.push(...idsOf(item.events));
      if (!isDropped) {
        isDropped = true;
        faults.dropSubscriptions('unclean');
        await log.append(newStream(), 'noStream', events.slice(1_200));
      }
      isEnd = item?.kind === 'caughtUp';
    }
    expect(seen).toEqual(idsOf(events));
    await items.return?.();
  });
});

test('a follower that is left by a break or a throw leaves no subscription behind', async () => {
  const log = await open();
  const before = await log.head();
  await log.append(newStream(), 'noStream', newEvents(1));
  for (let left = 0; left < 20; left += 1) {
    const leave = async () => {
      for await (const item of log.follow(before, new AbortController().signal)) {
        if (item.kind === 'caughtUp' && left % 2) throw new Error('left');
        if (item.kind === 'caughtUp') break;
      }
    };
    await leave().catch((error: Error) => expect(error.message).toBe('left'));
  }
  await until(() => faults.subscriptions === 0);
});

test('a follower says each drop to the log of the process', async () => {
  const log = await open();
  const following = followAll(log, await log.head());
  await until(() => following.items.length > 0 && faults.subscriptions > 0);
  faults.dropSubscriptions('clean');
  await until(() => lines.length > 0);
  expect(lines[0]).toMatchObject({ level: 'info', msg: expect.stringContaining('it is renewed') });
});

test('of many appends at one revision from two logs exactly one is done, though the server restarts', async () => {
  const [first, two] = [await open(), await open()];
  const stream = newStream();
  await first.append(stream, 'noStream', newEvents(1));
  const events = newEvents(20);
  const appending = events.map((event, index) => (index % 2 ? first : two).append(stream, 0, [event]));
  await faults.stop();
  await faults.start();
  const results = await Promise.all(appending);
  const stored = await first.readStream(stream);
  expect(stored).toHaveLength(2);
  const winners = events.filter((_, index) => results[index]?.appended);
  expect(idsOf(winners)).toEqual([stored[1]?.id]);
});
