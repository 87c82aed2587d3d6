/** A cluster whose node the client discovers (`esdb+discover`), and outages that outlast the discovery. */
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { newEvents, newStream } from '../testing/contract-fixtures.ts';
import { followAll, logsOn, until } from '../testing/faults-fixtures.ts';

const server = await startFaultyEventStore();
const { faults } = server;
const { open, close } = logsOn(server.clusterUrl);
afterEach(close);
afterAll(() => server.stop());

/** Without the outcome, which is unknown if the time runs out before the discovery has failed. */
const away = { name: 'EventLogUnavailable' };
const timeLimitMs = 500;

test('a process that started during the outage appends once the cluster is back', async () => {
  await faults.stop();
  const log = await open({ timeLimitMs });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(log.append(newStream(), 'noStream', newEvents(1))).rejects.toMatchObject(away);
  await expect(log.head()).rejects.toMatchObject(away);
  await faults.start();
  let appended = false;
  await untilServed(async () => {
    appended = (await log.append(newStream(), 'noStream', newEvents(1))).appended;
  });
  expect(appended).toBe(true);
  expect(await untilServed(() => log.last())).toMatchObject({ revision: 0 });
});

test('one that ran through it appends, reads and follows again', async () => {
  const log = await open({ timeLimitMs });
  const stream = newStream();
  await untilServed(() => log.append(stream, 'noStream', newEvents(1)));
  const follower = followAll(log, await untilServed(() => log.head()));
  await until(() => follower.items.length > 0);
  await faults.stop();
  for (let attempt = 0; attempt < 4; attempt += 1)
    await expect(log.append(stream, 0, newEvents(1))).rejects.toMatchObject(away);
  await faults.start();
  await untilServed(() => log.append(stream, 0, newEvents(1)));
  expect(await untilServed(() => log.readStream(stream))).toHaveLength(2);
  await until(() => follower.events.length === 1);
});

/** The client's channel waits before it reconnects, and a busy machine may need longer than the limit. */
async function untilServed<Result>(call: () => Promise<Result>): Promise<Result> {
  const latest = performance.now() + 60_000;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > latest) throw error;
    }
  }
}
