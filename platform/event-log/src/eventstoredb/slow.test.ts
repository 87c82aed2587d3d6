/** A log whose server is slow, or loses requests and streams on healthy connections, which no error ever reports. */
import { setTimeout as pause } from 'node:timers/promises';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { EventStoreDBClient } from '@eventstore/db-client';
import { EventLogUnavailable } from '../port.ts';
import { newStream, plain } from '../testing/behaviour-fixtures.ts';
import { idsOf, newEvent, newEvents } from '../testing/contract-fixtures.ts';
import { followAll, logsOn, until } from '../testing/faults-fixtures.ts';
import { ServerState } from './server-state.ts';
import { CallTime } from './time-limit.ts';

const server = await startFaultyEventStore();
const { faults } = server;
const { open, lines, close } = logsOn(server.url);
afterEach(async () => {
  faults.delay(0);
  faults.hang(false);
  faults.dropNew('subscriptions', false);
  faults.dropNew('features', false);
  await close();
});
afterAll(() => server.stop());

describe('the lookup after which calls trust the log', () => {
  const ref = { id: 'a', stream: 's', revision: 0, position: '1' };
  /** Each lookup takes longer than it is trusted. */
  const slow = (ms: number) => {
    const counted = { lookups: 0 };
    const holds = async () => {
      counted.lookups += 1;
      await pause(ms);
      return true;
    };
    const server = new ServerState({ holds });
    server.recordEvent(ref);
    server.failed();
    return { server, counted };
  };

  test('ends, and is shared by the calls that come meanwhile', async () => {
    const { server, counted } = slow(300);
    const [first, second] = [server.settle(5_000), pause(260).then(() => server.settle(5_000))];
    expect(await Promise.all([first, second])).toEqual([0, 0]);
    expect(counted.lookups).toBe(1);
  });

  test('is repeated once for a call that knows of a failure since it began', async () => {
    const { server, counted } = slow(50);
    const first = server.settle(5_000);
    server.failed();
    expect(await Promise.all([first, server.settle(5_000)])).toEqual([0, 0]);
    expect(counted.lookups).toBe(2);
  });

  test('is waited for as long as each caller allows', async () => {
    const { server, counted } = slow(1_000);
    const patient = server.settle(5_000);
    await expect(server.settle(50)).rejects.toMatchObject({ name: 'OutOfTime' });
    expect(await patient).toBe(0);
    expect(counted.lookups).toBe(1);
  });
});

describe('a server of which a call was given up', () => {
  const served = async (server: ServerState) => {
    const both = [server.through(async () => 'first'), server.through(async () => 'second')];
    return (await Promise.allSettled(both)).map(({ status }) => status);
  };

  test('is unavailable only if it has answered none since that one began', async () => {
    const server = new ServerState({ holds: async () => true });
    const began = performance.now();
    server.answered();
    server.gaveUp(new Error('no answer'), began);
    expect(await served(server)).toEqual(['fulfilled', 'fulfilled']);
    server.gaveUp(new Error('no answer'), performance.now());
    expect(await served(server)).toEqual(['fulfilled', 'rejected']);
    server.answered();
    expect(await served(server)).toEqual(['fulfilled', 'fulfilled']);
  });

  test.each([{ code: 1 }, { message: 'Channel has been shut down' }])(
    'is not unavailable where this process ended the call itself: %j',
    async (fault) => {
      const server = new ServerState({ holds: async () => true });
      server.gaveUp(fault, performance.now());
      expect(await served(server)).toEqual(['fulfilled', 'fulfilled']);
    },
  );

  test('had time for each attempt, and for a look at what came of it', () => {
    let now = 0;
    const clock = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const time = new CallTime(1_000);
      const triesAt = (ms: number) => {
        now = ms;
        return [time.lasts(0), time.attemptLimitMs()];
      };
      expect([triesAt(0), triesAt(500), triesAt(800)]).toEqual([
        [true, 600],
        [true, 400],
        [true, 100],
      ]);
      expect(() => triesAt(801)).toThrow('did not answer within 1000 ms');
      expect(time.lasts(0)).toBe(false);
      expect(time.outcomeLimitMs()).toBe(199);
      now = 5_000;
      expect(time.outcomeLimitMs()).toBe(100);
    } finally {
      clock.mockRestore();
    }
  });
});

test('a log 300 ms away each way is read, appended to and followed', async () => {
  const log = await open({ timeLimitMs: 5_000 });
  const stream = newStream();
  await log.append(stream, 'noStream', newEvents(1));
  faults.delay(300);
  expect(await log.setBacks?.()).toBe(0);
  expect(await log.readStream(stream)).toHaveLength(1);
  const events = newEvents(2);
  expect(await log.append(stream, 0, events)).toMatchObject({ appended: true });
  const following = followAll(log, log.start);
  await until(() => idsOf(following.events).includes(events[1]?.id ?? ''));
  expect(lines).toEqual([]);
});

test('while the log is known to be unavailable, setBacks is refused at once too', async () => {
  const log = await open({ timeLimitMs: 1_500 });
  await log.append(newStream(), 'noStream', newEvents(1));
  faults.hang(true);
  await expect(log.append(newStream(), 'noStream', newEvents(1))).rejects.toThrow(EventLogUnavailable);
  const asking = log.head().catch((error: unknown) => error);
  await expect(log.setBacks?.()).rejects.toThrow('known to be unavailable');
  faults.hang(false);
  await asking;
  expect(await log.setBacks?.()).toBe(0);
});

describe('a subscription that is lost on a healthy connection is renewed', () => {
  test('when it is never confirmed', async () => {
    const log = await open({ timeLimitMs: 1_500 });
    const stream = newStream();
    await log.append(stream, 'noStream', newEvents(1));
    faults.dropNew('subscriptions', true);
    const following = followAll(log, await log.head());
    await until(() => following.items.length > 0);
    await until(() => faults.lostSubscriptions > 1);
    faults.dropNew('subscriptions', false);
    const events = newEvents(1);
    await log.append(stream, 0, events);
    await until(() => following.events.length > 0);
    expect(idsOf(following.events)).toEqual(idsOf(events));
  });

  test('when it falls silent while the log moves on', async () => {
    const log = await open({ timeLimitMs: 2_000, silentAfterMs: 100 });
    const following = followAll(log, await log.head());
    await until(() => following.items.length > 0 && faults.subscriptions > 0);
    faults.lose('subscriptions');
    const events = newEvents(2);
    await log.append(newStream(), 'noStream', events);
    // Only a renewed one delivers them.
    await until(() => following.events.length === events.length);
  });

  test('when it has events of the types followed, though not the rest', async () => {
    const log = await open({ timeLimitMs: 2_000, silentAfterMs: 100 });
    const following = followAll(log, await log.head(), undefined, ['Wanted']);
    await until(() => following.items.length > 0 && faults.subscriptions > 0);
    faults.lose('subscriptions');
    const otherAppend = (await log.append(newStream(), 'noStream', newEvents(2))) as { position: string };
    // Passed without a renewal.
    await until(() =>
      following.items.some((item) => item.kind === 'events' && item.last?.position === otherAppend.position),
    );
    expect(lines.filter(({ msg }) => String(msg).includes('it is renewed'))).toEqual([]);
    const chosen = newEvent({}, 'Wanted');
    await log.append(newStream(), 'noStream', [chosen]);
    await until(() => following.events.length > 0);
    expect(idsOf(following.events)).toEqual([chosen.id]);
  });

  test('but not while the log stays as it is, or others append', async () => {
    const log = await open({ silentAfterMs: 20 });
    const following = followAll(log, await log.head());
    await until(() => following.items.length > 0 && faults.subscriptions > 0);
    const { reads } = faults;
    await until(() => faults.reads > reads + 2);
    const otherClient = EventStoreDBClient.connectionString(server.url);
    await otherClient.appendToStream(newStream(), [plain(), plain()]);
    await until(() => faults.reads > reads + 6);
    await otherClient.dispose();
    expect(lines.filter(({ level }) => level === 'info')).toEqual([]);
    expect(faults.subscriptions).toBe(1);
  });
});

describe('appends that have no answer while reads do', () => {
  /** Appends one after another, each with too little time while the server doesn't answer. */
  async function appendUntilDone(): Promise<void> {
    const log = await open({ timeLimitMs: 2_000 });
    const append = () =>
      log.append(newStream(), 'noStream', newEvents(1)).then(
        ({ appended }) => appended,
        () => false,
      );
    while (!(await append()));
  }

  test('since their stream is lost: it is renewed, and subscriptions go on', async () => {
    const log = await open();
    await log.append(newStream(), 'noStream', newEvents(1));
    const following = followAll(log, await log.head());
    await until(() => following.items.length > 0 && faults.subscriptions > 0);
    faults.lose('appendStreams');
    await appendUntilDone();
    await until(() => following.events.length > 0);
    // The server answered the reads meanwhile, so that no other call was refused.
    expect(lines.filter(({ msg }) => /it is renewed|is unavailable/.test(String(msg)))).toEqual([]);
  });

  test("since the server's features, asked for before the first, were never told: they are asked for again", async () => {
    faults.dropNew('features', true);
    const log = await open({ timeLimitMs: 300 });
    await log.append(newStream(), 'noStream', newEvents(1)).catch(() => {});
    faults.dropNew('features', false);
    await appendUntilDone();
  });
});

test("an answer that comes after another stream's error rejected its append ends nothing", async () => {
  const log = await open();
  const stream = newStream();
  await log.append(stream, 'noStream', newEvents(1));
  const otherServer = await startFaultyEventStore();
  const slow = logsOn(otherServer.url);
  const far = await slow.open();
  await far.append(newStream(), 'noStream', newEvents(1));
  otherServer.faults.hang(true);
  const events = newEvents(1);
  const pending = far.append(stream, 'noStream', events);
  await until(() => otherServer.faults.held > 0);
  // The library keeps the appends of all its clients in one map, and clears it.
  faults.cutNextAppend('before');
  expect(await log.append(stream, 0, newEvents(1))).toMatchObject({ appended: true });
  otherServer.faults.hang(false);
  expect(await pending).toMatchObject({ appended: true, revision: 0 });
  expect(idsOf(await far.readStream(stream))).toEqual(idsOf(events));
  await slow.close();
  await otherServer.stop();
});

test("the log's end is found past any number of others' events, which are read once", async () => {
  const log = await open();
  const otherClient = EventStoreDBClient.connectionString(server.url);
  const { position } = (await log.append(newStream(), 'noStream', newEvents(1))) as { position: string };
  await otherClient.appendToStream(
    newStream(),
    Array.from({ length: 300 }, () => plain()),
  );
  expect(await log.head()).toBe(position);
  const before = faults.eventsRead;
  expect(await log.head()).toBe(position);
  // The last event seen is also looked up in its stream.
  expect(faults.eventsRead - before).toBeLessThanOrEqual(2);
  await otherClient.appendToStream(newStream(), [plain(), plain()]);
  expect(await log.head()).toBe(position);
  const newer = (await log.append(newStream(), 'noStream', newEvents(1))) as { position: string };
  expect(await log.head()).toBe(newer.position);
  await otherClient.dispose();
});

test('an append that is too large is refused for good, and those beside it are done', async () => {
  const newer = await startFaultyEventStore({ line: 'newer', maxAppendSize: 2_000_000 });
  const { open: openNewer, lines: entries, close: closeNewer } = logsOn(newer.url);
  const log = await openNewer();
  const stream = newStream();
  await log.append(stream, 'noStream', newEvents(1));
  const tooLarge = log.append(newStream(), 'noStream', [newEvent({ large: 'x'.repeat(2_000_000) })]);
  const beside = [0, 1, 2].map(() => log.append(newStream(), 'noStream', newEvents(2)));
  await expect(tooLarge).rejects.toThrow('larger than the server takes');
  expect(await Promise.all(beside)).toMatchObject([{ appended: true }, { appended: true }, { appended: true }]);
  expect(entries).toEqual([]);
  await closeNewer();
  await newer.stop();
});
