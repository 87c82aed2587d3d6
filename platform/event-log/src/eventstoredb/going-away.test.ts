/** Behaviour of EventStoreDB and its client during outages that the adapter relies on, each found by experiment. */
import { setTimeout as pause } from 'node:timers/promises';
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { END, EventStoreDBClient } from '@eventstore/db-client';
import { EventLogUnavailable } from '../port.ts';
import { eventsOf, failure, newStream, plain, until, useServer, watch } from '../testing/behaviour-fixtures.ts';
import { newEvents } from '../testing/contract-fixtures.ts';
import { openEventStoreLog } from './open.ts';

const server = await startFaultyEventStore();
const { client, faults, appendedPosition, leave } = useServer(server);
afterAll(leave);

test('the server dies: three errors, and the same client finds it again by itself', async () => {
  const own = EventStoreDBClient.connectionString(server.url);
  await own.appendToStream(newStream(), plain());
  faults().hang(true);
  const inFlight = failure(own.appendToStream(newStream(), plain()));
  await until(() => faults().held > 0);
  await faults().stop();
  expect(await inFlight).toMatchObject({ type: 'unavailable', code: 14 });

  const whileDown = await failure(own.appendToStream(newStream(), plain()));
  expect(whileDown).toMatchObject({ code: 14 });
  expect(whileDown).not.toHaveProperty('type');

  await faults().start({ notReady: true });
  let whileStarting: unknown = whileDown;
  // The client's channel waits before it reconnects.
  while (whileStarting instanceof Error === false || Reflect.get(whileStarting, 'code') === 14) {
    whileStarting = await failure(own.appendToStream(newStream(), plain()));
    await pause(20);
  }
  expect(whileStarting).toMatchObject({ type: 'unknown', message: 'Could not recognize Server Is Not Ready' });

  faults().setReady(true);
  expect(await own.appendToStream(newStream(), plain())).toMatchObject({ success: true });
  await own.dispose();
});

test('in-flight appends: a broken stream of one client rejects those of every client in the process', async () => {
  const otherServer = await startFaultyEventStore();
  const [broken, healthy] = [server.url, otherServer.url].map((url) => EventStoreDBClient.connectionString(url));
  await broken?.appendToStream(newStream(), plain());
  await healthy?.appendToStream(newStream(), plain());
  // The other server is healthy but slow; it gets no chance to answer.
  otherServer.faults.hang(true);
  const inFlight = failure(healthy?.appendToStream(newStream(), plain()) ?? Promise.resolve());
  await until(() => otherServer.faults.held > 0);
  faults().cutNextAppend('before');
  expect(await failure(broken?.appendToStream(newStream(), plain()) ?? Promise.resolve())).toMatchObject({ code: 14 });
  expect(await inFlight).toMatchObject({ type: 'unavailable' });
  await Promise.all([broken?.dispose(), healthy?.dispose()]);
  await otherServer.stop();
});

describe('subscriptions', () => {
  test('never reconnect: an unclean end emits error and neither end nor close', async () => {
    const watched = watch(client.subscribeToAll({ fromPosition: END }));
    await until(() => watched.lines.length > 0);
    faults().dropSubscriptions('unclean');
    await until(() => watched.lines.includes('error'));
    await client.appendToStream(newStream(), plain());
    const after = watch(client.subscribeToAll({ fromPosition: await appendedPosition() }));
    await client.appendToStream(newStream(), plain());
    await until(() => after.types.length > 0);
    expect(watched).toMatchObject({ types: [], lines: ['confirmation', 'error'] });
    await after.subscription.unsubscribe();
  });

  test('unsubscribe emits both end and close', async () => {
    const watched = watch(client.subscribeToAll({ fromPosition: END }));
    await until(() => watched.lines.length > 0);
    await watched.subscription.unsubscribe();
    await until(() => watched.lines.includes('close'));
    expect(watched.lines).toEqual(['confirmation', 'end', 'close']);
  });

  test('resuming after the last position seen loses nothing and repeats nothing', async () => {
    const before = await appendedPosition();
    const events = Array.from({ length: 20 }, () => plain());
    for (const event of events) await client.appendToStream(newStream(), event);
    const read = await eventsOf(client.readAll({ fromPosition: before, maxCount: 100 }));
    const middle = read.find(({ id }) => id === events[9]?.id);
    const watched = watch(client.subscribeToAll({ fromPosition: middle?.position ?? before }));
    await until(() => watched.ids.length >= 10);
    expect(watched.ids).toEqual(events.slice(10).map(({ id }) => id));
    await watched.subscription.unsubscribe();
  });
});

test('a slow consumer: TimeoutError ABORTED "Consumer too slow", a drop like any other', async () => {
  const watched = watch(client.subscribeToAll({ fromPosition: END }));
  await until(() => watched.lines.length > 0);
  faults().dropSubscriptions('tooSlow');
  await until(() => watched.errors.length > 0);
  expect(watched.errors[0]).toMatchObject({
    type: 'timeout',
    code: 10,
    message: expect.stringContaining('Consumer too slow'),
  });
});

test('a hung server: the log has a time limit of its own, and its end means "outcome unknown"', async () => {
  let outcome = '';
  // On a busy machine an append may not be sent in time, which counts as not appended: then with more time.
  for (let timeLimitMs = 2_000; outcome !== 'unknown'; timeLimitMs *= 2) {
    const log = await openEventStoreLog({ url: server.url, timeLimitMs });
    await log.append(newStream(), 'noStream', newEvents(1));
    faults().hang(true);
    const error = await failure(log.append(newStream(), 'noStream', newEvents(1)));
    expect(error).toBeInstanceOf(EventLogUnavailable);
    const read = await failure(log.head());
    expect(read).toBeInstanceOf(EventLogUnavailable);
    outcome = error instanceof EventLogUnavailable ? error.outcome : '';
    faults().hang(false);
    await log.close();
  }
});

test('shutting down: appends are accepted for a while, and each accepted one is kept once', async () => {
  const log = await openEventStoreLog({ url: server.url, timeLimitMs: 20_000 });
  const before = await log.head();
  const down = faults().stopAfter(10);
  const events = newEvents(20);
  const restarted = down.then(() => faults().start());
  for (const event of events) expect((await log.append(newStream(), 'noStream', [event])).appended).toBe(true);
  await restarted;
  expect((await log.readAll(before, 100)).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  await log.close();
});
