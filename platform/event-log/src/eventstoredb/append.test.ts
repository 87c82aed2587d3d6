import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { newEvents, newStream } from '../testing/contract-fixtures.ts';
import { appendingTo } from './append.ts';
import { useClient } from './client.ts';
import { ownEvents } from './foreign.ts';
import { readingFrom } from './reading.ts';
import { ServerState } from './server-state.ts';

const server = await startEventStore();
const client = useClient(server.url);
afterAll(async () => {
  await client.leave();
  await server.stop();
});

function setUp() {
  const reading = readingFrom(client.client, ownEvents(undefined));
  const reads: string[] = [];
  const counted: typeof reading = {
    ...reading,
    stream(name, ...more) {
      reads.push(name);
      return reading.stream(name, ...more);
    },
  };
  const server = new ServerState({ holds: async () => true });
  return { append: appendingTo({ client, reading: counted, server, timeLimitMs: 20_000 }), reading, server, reads };
}

test('an append of several events takes its position from the answer, once that was seen to be the last event’s', async () => {
  const { append, reading, reads } = setUp();
  const streams = [newStream(), newStream(), newStream()];
  for (const stream of streams) {
    const result = await append(stream, 'noStream', newEvents(3));
    const stored = await reading.stream(stream, 20_000);
    expect(result).toMatchObject({ appended: true, revision: 2, position: stored[2]?.position });
  }
  expect(reads).toEqual(streams.slice(0, 1));
});

test('after a fault the answer is checked again', async () => {
  const { append, server, reads } = setUp();
  const streams = [newStream(), newStream(), newStream()];
  for (const [index, stream] of streams.entries()) {
    if (index === 2) server.failed();
    await append(stream, 'noStream', newEvents(2));
  }
  expect(reads).toEqual([streams[0], streams[2]]);
});

test('the last event is looked for after a quarter of a second, unless a subscription delivers', async () => {
  const realNow = performance.now;
  let now = 1_000;
  performance.now = () => now;
  let looks = 0;
  const holds = async () => {
    looks += 1;
    return true;
  };
  const server = new ServerState({ holds });
  server.recordEvent({ id: 'event', stream: 'stream', revision: 0, position: 'position' });
  try {
    now += 1_000;
    server.hears();
    await server.settle(1_000);
    expect(looks).toBe(0);
    now += 1_000;
    await server.settle(1_000);
    expect(looks).toBe(1);
    server.failed();
    server.hears();
    await server.settle(1_000);
    expect(looks).toBe(2);
  } finally {
    performance.now = realNow;
  }
});
