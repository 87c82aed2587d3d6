import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Listens on a free local port; closing also ends all connections, including upgraded ones. */
export async function listenOnAnyPort(server: Server): Promise<{ readonly port: number; close(): Promise<void> }> {
  // The server doesn't track upgraded connections.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: a server listening on a host and port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
