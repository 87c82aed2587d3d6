import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnAnyPort } from '@dayline/test-servers/listening';

/** An echo service's answer: its name and the request it received. */
export interface Echo {
  readonly service: string;
  readonly method: string;
  readonly url: string;
  readonly bytes: number;
  readonly headers: IncomingHttpHeaders;
}

export interface EchoService {
  /** `127.0.0.1:port` */
  readonly address: string;
  close(): Promise<void>;
}

/** A service behind a proxy, for tests: echoes requests and accepts any upgrade. */
export async function startEchoService(service: string): Promise<EchoService> {
  const server = createServer(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += Buffer.byteLength(chunk);
    const { method = '', url = '', headers } = request;
    response.setHeader('X-Request-Id', `made-by-${service}`);
    response.statusCode = url.startsWith('/api/contact') ? 503 : 200;
    response.end(JSON.stringify({ service, method, url, bytes, headers } satisfies Echo));
  });
  server.on('upgrade', (_request, socket) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n${service}`);
    socket.on('data', (data) => socket.write(data));
    socket.on('error', () => socket.destroy());
  });
  const { port, close } = await listenOnAnyPort(server);
  return { address: `127.0.0.1:${port}`, close };
}
