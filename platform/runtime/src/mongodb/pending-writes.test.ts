import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { describeOnMongodb } from '@dayline/test-servers/mongodb-server';
import { startTcpProxy, type TcpProxy } from '@dayline/test-servers/tcp-proxy';
import { type Mongo, openMongo } from './connect.ts';
import { isMongoUnavailable } from './unavailable.ts';

await describeOnMongodb('writes on a connection that closes', (server) => {
  const sockets: Socket[] = [];
  const onSocket = (message: unknown): void => {
    // Cast is safe: the channel's messages have a socket.
    sockets.push((message as { socket: Socket }).socket);
  };
  let mongo: Mongo;
  let proxy: TcpProxy;

  beforeEach(async () => {
    proxy = await startTcpProxy(server);
    subscribe('net.client.socket', onSocket);
    const url = server.database().replace(`:${server.port}/`, `:${proxy.port}/`);
    mongo = openMongo({ url, answerWithinMs: 1_000, findWithinMs: 1_000 });
  });
  afterEach(async () => {
    unsubscribe('net.client.socket', onSocket);
    sockets.length = 0;
    await mongo.close();
    await proxy.stop();
  });

  test('a command that gets a closed connection before its close event is sent again', async () => {
    const visits = mongo.db.collection<{ _id: string }>('visits');
    await visits.insertOne({ _id: 'first' });
    for (const socket of sockets) socket.destroy();
    await visits.insertOne({ _id: 'second' });
    expect(await visits.countDocuments()).toBe(2);
  });

  test('a command that is still being written when the server is too slow fails as unavailable', async () => {
    const visits = mongo.db.collection<{ _id: string; text: string }>('visits');
    await visits.insertOne({ _id: 'first', text: '' });
    proxy.hold();
    // More than the sockets on the way can hold.
    const text = 'x'.repeat(12_000_000);
    const fault = await visits.insertOne({ _id: 'second', text }).catch((error: unknown) => error);
    expect(isMongoUnavailable(fault)).toBe(true);
    proxy.resume();
    await visits.insertOne({ _id: 'third', text: '' });
  });
});
