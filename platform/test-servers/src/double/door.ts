/**
 * The double's address: a port in front of its server, where the network fails: connections are cut as if the process
 * was killed, data is delayed, or nothing passes at all.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Door {
  readonly port: number;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
  /** Listens again on the same port. */
  open(): Promise<void>;
  /** Delays everything that passes from now on by `ms`, in both directions. */
  delay(ms: number): void;
  /** Accepts connections but holds back all data until it is no longer frozen. */
  freeze(isFrozen: boolean): void;
}

export async function openDoor(serverPort: number): Promise<Door> {
  const sockets = new Set<Socket>();
  let port = 0;
  let listening: Server | null = null;
  let delayMs = 0;
  let thawed: Promise<void> | null = null;
  let thaw = () => {};

  /** Passes what one side sends, in order. */
  function pipe(from: Socket, to: Socket): void {
    let carried = Promise.resolve();
    from.on('data', (chunk) => {
      const dueAt = performance.now() + delayMs;
      carried = carried.then(async () => {
        const waitMs = dueAt - performance.now();
        if (waitMs > 0) await pause(waitMs);
        await thawed;
        if (!to.destroyed) to.write(chunk);
      });
    });
    // If one side ends, so does the other.
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  function pass(outer: Socket): void {
    const inner = connect(serverPort, '127.0.0.1');
    for (const socket of [outer, inner]) {
      socket.setNoDelay(true);
      sockets.add(socket);
    }
    pipe(outer, inner);
    pipe(inner, outer);
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
    delay(ms) {
      delayMs = ms;
    },
    freeze(isFrozen) {
      thaw();
      thawed = null;
      if (!isFrozen) return;
      thawed = new Promise((resolve) => {
        thaw = resolve;
      });
    },
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
