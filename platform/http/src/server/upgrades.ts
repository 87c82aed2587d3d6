import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Serves requests for an unsupported upgrade, such as h2c, as if they had not asked for it (RFC 9110, 7.8). With any
 * 'upgrade' listener, Node passes all such requests to listeners only, where they would hang.
 */
export function ignoreOtherUpgrades(server: Server, isOffered: (request: IncomingMessage) => boolean): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, rest: Buffer) => {
    if (isOffered(request)) return;
    // Replays the request without its upgrade headers on the same connection, before later data.
    socket.unshift(Buffer.concat([Buffer.from(headWithoutUpgrade(request), 'latin1'), rest]));
    server.emit('connection', socket);
  });
}

/** Values can't contain line breaks: the parser has refused them. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name.toLowerCase() === 'upgrade') continue;
    head += `${name}: ${name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value}\r\n`;
  }
  return `${head}\r\n`;
}

const withoutUpgrade = (connection: string): string =>
  connection
    .split(',')
    .filter((option) => !['upgrade', 'http2-settings'].includes(option.trim().toLowerCase()))
    .join(',');
