import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HeaderList } from './security-headers.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly security: HeaderList;
  /** In which a whole request must have come, in ms. */
  readonly requestTimeoutMs?: number;
}

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Takes no more, lets what is under way end, and resolves then; after `graceMs` it cuts off what is left. */
  close(graceMs?: number): Promise<void>;
}

/** @throws Error with code EADDRINUSE or the like, when it can't listen there */
export async function listen(
  app: RequestListener,
  { host, port, security, requestTimeoutMs = 10_000 }: ListenOptions,
): Promise<Listening> {
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(2_000, Math.ceil(requestTimeoutMs / 2)),
      // Longer than a reverse proxy keeps its connections, so that the proxy never writes into one just closed.
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
    },
    app,
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    const status = statusByCode.get(error.code ?? '') ?? 400;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${rawHeaders(security)}Connection: close\r\n\r\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // The border: a server that listens on a host and port has such an address.
  const { port: bound } = server.address() as AddressInfo;
  return {
    server,
    port: bound,
    close: (graceMs = 5_000) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection that is kept alive after the answer under way would hold the stop until its own time-out.
        const sweep = setInterval(() => server.closeIdleConnections(), sweepEveryMs);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(sweep);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

const sweepEveryMs = 50;

const statusByCode = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

const rawHeaders = (list: HeaderList): string =>
  list.reduce((text, part, place) => (place % 2 === 0 ? `${text}${part}: ` : `${text}${part}\r\n`), '');
