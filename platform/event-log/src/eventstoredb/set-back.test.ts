/**
 * A log that is emptied or restored from an older copy under a running process; on the double, which loses data on
 * demand.
 */
import { startFaultyEventStore } from '@dayline/test-servers/eventstore-server';
import { EventLogSetBack, EventLogUnavailable } from '../port.ts';
import { idsOf, newEvents, newStream } from '../testing/contract-fixtures.ts';
import { followAll, logsOn, until } from '../testing/faults-fixtures.ts';

const server = await startFaultyEventStore();
const { faults } = server;
const { open, lines, close } = logsOn(server.url);
afterEach(close);
afterAll(() => server.stop());

/** Restarts the server with other files. */
async function restartWith(log: Parameters<typeof faults.restoreLog>[0]): Promise<void> {
  await faults.stop();
  faults.restoreLog(log);
  await faults.start();
}
const setBackLines = () => lines.filter(({ msg }) => String(msg).includes('was set back'));

describe.each(['empty', 'older'] as const)('a log that comes back %s', (how) => {
  async function lose() {
    const log = await open();
    const stream = newStream();
    await log.append(stream, 'noStream', newEvents(3));
    const copy = faults.copyLog();
    const follower = followAll(log, await log.head());
    await until(() => follower.items.some(({ kind }) => kind === 'caughtUp'));
    await log.append(stream, 2, newEvents(4));
    await until(() => follower.events.length === 4);
    await restartWith(how === 'empty' ? 'empty' : copy);
    return { log, stream, follower, left: how === 'empty' ? [] : [0, 1, 2] };
  }

  test('ends whoever follows it, with what happened', async () => {
    const { follower } = await lose();
    await follower.ended;
    expect(follower.faults).toEqual([expect.any(EventLogSetBack)]);
    expect(faults.subscriptions).toBe(0);
  });

  test('is noticed before anything is appended to it or read, said once, and serves as it is', async () => {
    const { log, stream, left } = await lose();
    const refused = await log.append(stream, 6, newEvents(1)).catch((error: unknown) => error);
    expect(refused instanceof EventLogUnavailable || (refused as { appended: boolean }).appended === false).toBe(true);
    expect(await log.setBacks?.()).toBe(1);
    expect((await log.readStream(stream)).map(({ revision }) => revision)).toEqual(left);
    expect(setBackLines()).toMatchObject([{ level: 'error', position: expect.any(String) }]);
    const events = newEvents(1);
    expect((await log.append(stream, left.at(-1) ?? 'noStream', events)).appended).toBe(true);
    expect(idsOf(await log.readStream(stream, { direction: 'backward', limit: 1 }))).toEqual(idsOf(events));
    expect(await log.setBacks?.()).toBe(1);
  });

  test('and has grown past the old end since is another one all the same', async () => {
    const { log, stream, follower, left } = await lose();
    await follower.ended;
    const otherLog = await open();
    await otherLog.append(stream, left.at(-1) ?? 'noStream', newEvents(20));
    const again = followAll(log, follower.events[3]?.position ?? '', follower.events[3]);
    await again.ended;
    expect(again.faults).toEqual([expect.any(EventLogSetBack)]);
    expect(again.events).toEqual([]);
  });
});

test('a server that was only unavailable is no other log', async () => {
  const log = await open();
  await log.append(newStream(), 'noStream', newEvents(3));
  const follower = followAll(log, log.start);
  await until(() => follower.items.some(({ kind }) => kind === 'caughtUp'));
  await faults.stop();
  await faults.start();
  const { position } = (await log.append(newStream(), 'noStream', newEvents(1))) as { position: string };
  await until(() => follower.events.at(-1)?.position === position);
  expect(await log.setBacks?.()).toBe(0);
  expect(follower.faults).toEqual([]);
  expect(setBackLines()).toEqual([]);
});
