import { once } from 'node:events';
import { connect } from 'node:net';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { livePath } from '@dayline/contracts/live';
import type { TestClinic } from '../testing/clinic.ts';
import { startLiveServer } from '../testing/live-server.ts';
import { openSunrise } from '../testing/sunrise.ts';

let clinic: TestClinic;
let live: Awaited<ReturnType<typeof startLiveServer>>;
beforeAll(async () => {
  clinic = await openSunrise();
  live = await startLiveServer(clinic);
});
afterAll(async () => {
  await live.stop();
  await clinic.close();
});

/** The server's response to these bytes, until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(live.address).port), '127.0.0.1');
  socket.write(bytes);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const h2c = 'Host: x\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade, HTTP2-Settings';
const { path } = endpoints.listClients;

describe('a request that asks for a protocol that is not offered is answered as if it did not ask:', () => {
  test('a GET', async () => {
    const answer = await answerTo(`GET ${endpoints.validateSession.path} HTTP/1.1\r\n${h2c}, close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toContain('"code":"session.missing"');
  });

  test('a POST with its body, and the next request of the connection', async () => {
    const first = `POST ${path} HTTP/1.1\r\n${h2c}\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"other":1}`;
    const next = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const statuses = (await answerTo(first + next)).match(/HTTP\/1.1 \d+/g);
    expect(statuses).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  test('a body in chunks, and later another request that asks again', async () => {
    const chunked = `${h2c}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
    const request = `POST ${path} HTTP/1.1\r\n${chunked}`;
    const socket = connect(Number(new URL(live.address).port), '127.0.0.1');
    socket.write(request);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
    socket.write(request);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  test('a websocket at another path', async () => {
    const websocket =
      'Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    expect(await answerTo(`GET ${livePath}.io/x HTTP/1.1\r\n${websocket}\r\n\r\n`)).toMatch(/^HTTP\/1.1 404 /);
  });
});
