import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { splitOfPaths } from '@dayline/http/proxy/split';
import { listenOnAnyPort } from '@dayline/test-servers/listening';

/**
 * The services behind a front; command calls alternate between the command services, everything else goes to the one
 * query service.
 */
export interface ProxiedServices {
  readonly commands: readonly string[];
  readonly query: string;
}

export interface Front {
  /** Such as http://localhost:41234. */
  readonly url: string;
  /** Replaces the services behind it. */
  lead(behind: ProxiedServices): void;
  close(): Promise<void>;
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
const commandPaths = splitOfPaths()
  .filter(({ kind }) => kind === 'command')
  .map(({ path }) => patternOf(path));

/** Stands in for the reverse proxy in tests: splits the paths by the endpoint table and carries websockets. */
export async function openFront(first: ProxiedServices): Promise<Front> {
  let behind = first;
  let turn = 0;
  const targetOf = ({ url = '/' }: IncomingMessage): URL => {
    const path = url.split('?')[0] ?? '/';
    if (!commandPaths.some((pattern) => pattern.test(path))) return new URL(behind.query);
    turn += 1;
    return new URL(behind.commands[turn % behind.commands.length] ?? behind.query);
  };
  const forward = (request: IncomingMessage) => {
    const { hostname, port } = targetOf(request);
    const { method, url: path, headers } = request;
    // A connection of its own: the service may close a kept one at the moment of its next use.
    return requestTo({ hostname, port, method, path, headers, agent: false });
  };
  const isUnavailable = (response: ServerResponse) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  };

  const server = createServer((request, response) => {
    const passed = forward(request);
    passed.on('error', () => isUnavailable(response));
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const passed = forward(request);
    socket.on('error', () => passed.destroy());
    passed.on('error', () => socket.destroy());
    passed.on('response', () => socket.destroy());
    passed.on('upgrade', (answer, inner, innerHead) => {
      const lines = [`HTTP/1.1 101 ${answer.statusMessage}`];
      for (let index = 0; index < answer.rawHeaders.length; index += 2) {
        lines.push(`${answer.rawHeaders[index]}: ${answer.rawHeaders[index + 1]}`);
      }
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      if (innerHead.length > 0) socket.write(innerHead);
      if (head.length > 0) inner.write(head);
      inner.on('error', () => socket.destroy());
      inner.on('close', () => socket.destroy());
      socket.on('close', () => inner.destroy());
      inner.pipe(socket).pipe(inner);
    });
    passed.end();
  });
  const { port, close } = await listenOnAnyPort(server);
  return {
    url: `http://localhost:${port}`,
    lead(next) {
      behind = next;
    },
    close,
  };
}
