/** What a process does and logs while its server is down, and at what cost. */
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { EventLogUnavailable } from '../port.ts';
import { newEvents, newStream } from '../testing/contract-fixtures.ts';
import { followAll, logsOn, until } from '../testing/faults-fixtures.ts';

const server = await startFaultyEventStore();
const { faults } = server;
const { open, lines, close } = logsOn(server.url);
afterEach(close);
afterAll(() => server.stop());

const entriesWith = (words: string) => lines.filter(({ msg }) => String(msg).includes(words));
const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no refusal',
    (error) => error,
  );

test('an outage is one line when the log becomes unavailable, and one with its length when it is back', async () => {
  const log = await open();
  const follower = followAll(log, await log.head());
  await until(() => follower.items.length > 0);
  await faults.stop();
  await until(() => entriesWith('is unavailable').length > 0);
  // Several retries produce one line.
  const calls = [1, 2, 3].map(() => refusal(log.readStream(newStream())));
  await faults.start();
  await Promise.all(calls);
  await until(() => entriesWith('is available again').length > 0);
  expect(entriesWith('is unavailable')).toMatchObject([{ level: 'error' }]);
  expect(entriesWith('is available again')).toMatchObject([{ level: 'info', awayMs: expect.any(Number) }]);
});

test('while the log is known to be unavailable one caller asks, and the others are refused at once', async () => {
  const log = await open({ timeLimitMs: 20_000 });
  const follower = followAll(log, await log.head());
  await until(() => follower.items.length > 0);
  await faults.stop();
  await until(() => entriesWith('is unavailable').length > 0);
  const asking = log.append(newStream(), 'noStream', newEvents(1));
  // The first append is retried until the server returns; the others are refused meanwhile.
  const refused = await Promise.all([
    refusal(log.append(newStream(), 'noStream', newEvents(1))),
    refusal(log.readStream(newStream())),
    refusal(log.head()),
  ]);
  for (const error of refused) expect(error).toMatchObject({ name: 'EventLogUnavailable', outcome: 'notAppended' });
  expect(refused[0]).toBeInstanceOf(EventLogUnavailable);
  await faults.start();
  expect(await asking).toMatchObject({ appended: true });
  expect(await log.head()).toEqual(expect.any(String));
});

test("the log's end costs one event, and few where others' events lie at the end", async () => {
  const log = await open();
  await log.append(newStream(), 'noStream', newEvents(200));
  const before = faults.eventsRead;
  await log.head();
  // The server may have written an event of its own since.
  expect(faults.eventsRead - before).toBeLessThanOrEqual(17);
});

test('appends are counted, those that were refused are not', async () => {
  const log = await open();
  const stream = newStream();
  await log.append(stream, 'noStream', newEvents(3));
  await log.append(stream, 'noStream', newEvents(1));
  await log.append(stream, 2, newEvents(1));
  expect(log.stats?.()).toMatchObject({ appends: 2, commits: 2 });
});
