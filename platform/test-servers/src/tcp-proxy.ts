import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** Its port on 127.0.0.1. */
  readonly port: number;
  /** Resets every connection, as a network failure does. New ones are accepted. */
  cut(): void;
  /** Resets every connection and refuses new ones until `resume`. */
  refuse(): void;
  /** Like `refuse`, after this many more bytes to the server; later bytes are lost. */
  refuseAfter(bytes: number): void;
  isRefusing(): boolean;
  /** Keeps and accepts connections, but passes no data until `resume`. */
  hold(): void;
  resume(): void;
  stop(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * A proxy between a client and a server that simulates network failures.
 * @param onOpened called for each connection; the function it returns receives everything that the client sends on it
 */
export async function startTcpProxy(
  target: { readonly host: string; readonly port: number },
  onOpened: () => (sent: Buffer) => void = () => () => undefined,
): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let isRefusing = false;
  let isHolding = false;
  let bytesLeft = Number.POSITIVE_INFINITY;

  const end = ({ client, server }: Pair) => {
    client.destroy();
    server.destroy();
  };
  const cut = () => {
    for (const pair of pairs) end(pair);
  };
  const refuse = () => {
    isRefusing = true;
    cut();
  };

  const listener = createServer((client) => {
    if (isRefusing) return void client.destroy();
    const pair = { client, server: connect(target) };
    const { server } = pair;
    pairs.add(pair);
    if (isHolding) {
      client.pause();
      server.pause();
    }
    const onSent = onOpened();
    client.on('data', (chunk) => {
      onSent(chunk);
      const passed = chunk.subarray(0, Math.min(chunk.length, bytesLeft));
      bytesLeft -= chunk.length;
      if (bytesLeft > 0) return void server.write(passed);
      bytesLeft = Number.POSITIVE_INFINITY;
      // The server receives the piece before its connection ends.
      server.write(passed, refuse);
    });
    server.on('data', (chunk) => client.write(chunk));
    for (const side of [client, server]) {
      // Resets are the purpose.
      side.on('error', () => end(pair));
      side.on('close', () => {
        end(pair);
        pairs.delete(pair);
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  return {
    // Cast is safe: a server listening on a port has such an address.
    port: (listener.address() as AddressInfo).port,
    cut,
    refuse,
    refuseAfter(bytes) {
      bytesLeft = bytes;
    },
    isRefusing: () => isRefusing,
    hold() {
      isHolding = true;
      for (const { client, server } of pairs) {
        client.pause();
        server.pause();
      }
    },
    resume() {
      isRefusing = false;
      isHolding = false;
      bytesLeft = Number.POSITIVE_INFINITY;
      for (const { client, server } of pairs) {
        client.resume();
        server.resume();
      }
    },
    async stop() {
      cut();
      listener.close();
      await once(listener, 'close');
    },
  };
}
