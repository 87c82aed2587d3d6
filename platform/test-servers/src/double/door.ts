/** The double's address: a port in front of its server, where connections can be cut as if the process was killed. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Door {
  readonly port: number;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
  /** Listens again on the same port. */
  open(): Promise<void>;
}

export async function openDoor(serverPort: number): Promise<Door> {
  const sockets = new Set<Socket>();
  let port = 0;
  let listening: Server | null = null;

  function pass(outer: Socket): void {
    const inner = connect(serverPort, '127.0.0.1');
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      socket.setNoDelay(true);
      sockets.add(socket);
      // If one side ends, so does the other.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }

  async function open(): Promise<void> {
    const server = createServer(pass);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address !== null && typeof address === 'object') port = address.port;
    listening = server;
  }

  await open();
  return {
    get port() {
      return port;
    },
    open,
    async close() {
      const closing = listening;
      listening = null;
      if (!closing) return;
      const closed = new Promise((resolve) => closing.close(resolve));
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
  };
}
