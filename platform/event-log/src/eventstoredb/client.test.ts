import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { UnavailableError } from '@eventstore/db-client';
import { useClient } from './client.ts';

test('nodes of a cluster that are not found fail the call alone, not the process', async () => {
  const shared = useClient('esdb+discover://127.0.0.1:1?tls=false&maxDiscoverAttempts=1&discoveryInterval=1');
  const appended = shared.append(5_000, 'doctor-1', []);
  // The library calls it like this, without awaiting, while the nodes are being discovered.
  const handleError: (stub: unknown, error: Error) => Promise<void> = Reflect.get(shared.client, 'handleError');
  await expect(handleError({ getChannel: () => null }, new UnavailableError())).resolves.toBeUndefined();
  await expect(appended).rejects.toThrow();
  await shared.leave();
});

test('a call asks for messages that are not compressed', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const received = new Promise<IncomingHttpHeaders>((resolve) => {
    server.on('stream', (stream, headers) => {
      resolve(headers);
      stream.close();
    });
  });
  // Cast is safe: a server listening on a host and port has such an address.
  const { port } = server.address() as AddressInfo;
  const shared = useClient(`esdb://127.0.0.1:${port}?tls=false`);
  const subscription = shared.client.subscribeToAll();
  subscription.on('error', () => {});
  expect(await received).toMatchObject({ 'grpc-accept-encoding': 'identity' });
  subscription.destroy();
  await shared.leave();
  server.close();
});
