/** Other applications may write to the same server; their events are not the product's. */

import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { binaryEvent, type EventData, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { newStream, plain } from '../testing/behaviour-fixtures.ts';
import { idsOf, newEvents } from '../testing/contract-fixtures.ts';
import { followAll, logsOn, until } from '../testing/faults-fixtures.ts';

const server = await startEventStore();
const { open, lines, close } = logsOn(server.url);
const client = EventStoreDBClient.connectionString(server.url);
afterEach(close);
afterAll(async () => {
  await client.dispose();
  await server.stop();
});

const otherEvents = (): EventData[] => [
  plain({ of: 'somebody else' }),
  jsonEvent({ type: 'Theirs', data: {}, metadata: { correlation: 'x' } }),
  jsonEvent({
    type: 'Theirs',
    data: {},
    metadata: { commandId: 'c', chain: 'c', recordedAt: 'r', schemaVersion: '1', keyIds: null },
  }),
  binaryEvent({ type: 'Bytes', data: Buffer.from('{"a') }),
];

test('an event without our metadata is skipped by every read, counted, and said once', async () => {
  const log = await open();
  const before = await log.head();
  // A server shared with others already has events of theirs.
  const foreignBefore = log.stats?.().foreign ?? 0;
  const follower = followAll(log, before);
  await until(() => follower.items.length > 0);
  const [stream, theirs] = [newStream(), newStream()];
  const events = newEvents(4);
  await log.append(stream, 'noStream', events.slice(0, 2));
  await client.appendToStream(theirs, otherEvents());
  await log.append(stream, 1, events.slice(2));
  await client.appendToStream(theirs, otherEvents());

  await until(() => follower.events.length === events.length);
  expect(idsOf(follower.events)).toEqual(idsOf(events));
  expect(idsOf(await log.readAll(before, 100))).toEqual(idsOf(events));
  expect(await log.head()).toBe(follower.events.at(-1)?.position);
  expect(await log.readStream(theirs)).toEqual([]);
  await until(() => log.stats?.().foreign === foreignBefore + 8);
  const entries = lines.filter(({ msg }) => String(msg).includes('without our metadata'));
  expect(entries).toMatchObject([{ level: 'warn', position: expect.any(String) }]);
  expect(JSON.stringify(entries)).not.toContain(theirs);
});
