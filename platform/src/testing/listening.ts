import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Lets a server listen on a free port of this machine; closing ends its connections too, those that were upgraded as well. */
export async function listenOnAnyPort(server: Server): Promise<{ readonly port: number; close(): Promise<void> }> {
  // The server doesn't count those that were upgraded.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The border: a server that listens on a host and port has such an address.
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
