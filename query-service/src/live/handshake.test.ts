import { connect } from 'node:net';
import { livePath } from '@dayline/contracts/live';
import { openThrottle } from '@dayline/http/throttle';
import type { TestClinic } from '../testing/clinic.ts';
import { closed, opened, refusal, startLiveServer } from '../testing/live-server.ts';
import { identity, openSunrise, sunrise } from '../testing/sunrise.ts';

let clinic: TestClinic;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let cookie: string;
const admin = identity('admin', sunrise.clientId);

beforeAll(async () => {
  clinic = await openSunrise();
  live = await startLiveServer(clinic);
  ({ cookie } = await live.signIn(admin));
});
afterAll(async () => {
  await live.stop();
  await clinic.close();
});

interface Handshake {
  readonly method?: string;
  readonly query: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const upgrade = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** Sends a request as bytes; returns the complete head of the response, in lower case. */
function ask({ method = 'GET', query, headers = {}, body = '' }: Handshake, address = live.address): Promise<string> {
  const { host, hostname, port } = new URL(address);
  const lines = Object.entries({ Host: host, 'Content-Length': String(body.length), Cookie: cookie, ...headers });
  const socket = connect(Number(port), hostname);
  socket.write(
    `${method} ${livePath}/?${query} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n${body}`,
  );
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('error', reject);
    socket.on('close', () => resolve(text.toLowerCase()));
    socket.on('data', (data) => {
      text += String(data);
      if (text.includes('\r\n\r\n')) socket.destroy();
    });
  });
}
const statusOf = (head: string): number => Number(head.split(' ')[1]);

const homeDigits = () => ({ Origin: live.address });
const websocket = 'EIO=4&transport=websocket';

test('a page of the own origin, and of an allowed one, gets a websocket', async () => {
  expect(statusOf(await ask({ query: websocket, headers: { ...upgrade, ...homeDigits() } }))).toBe(101);
  const desk = await ask({ query: websocket, headers: { ...upgrade, Origin: 'https://desk.example' } });
  expect(statusOf(desk)).toBe(101);
  expect(desk).toContain('cross-origin-resource-policy: same-origin');
});

test('every other request of engine.io’s is refused, with the security headers', async () => {
  const page = live.open({ cookie });
  await opened(page);
  const sid = page.socket.io.engine.id;
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const refused: Record<string, Handshake> = {
    polling: { query: 'EIO=4&transport=polling' },
    'polling by a script of a page on the same site': {
      query: 'EIO=4&transport=polling&j=0',
      headers: { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' },
    },
    'polling of a socket': { query: `EIO=4&transport=polling&sid=${sid}` },
    'a form to a socket': {
      method: 'POST',
      query: `EIO=4&transport=polling&j=0&sid=${sid}`,
      headers: form,
      body: 'd=40',
    },
    'a websocket without an upgrade': { query: websocket, headers: homeDigits() },
    'a request of a socket': { query: `${websocket}&sid=${sid}`, headers: homeDigits() },
    'an upgrade of a socket': { query: `${websocket}&sid=${sid}`, headers: { ...upgrade, ...homeDigits() } },
    'an upgrade of an unknown socket': {
      query: `${websocket}&sid=AAAAAAAAAAAAAAAAAAAA`,
      headers: { ...upgrade, ...homeDigits() },
    },
    'an upgrade to polling': { query: 'EIO=4&transport=polling', headers: { ...upgrade, ...homeDigits() } },
    'an upgrade to two things': {
      query: `EIO=4&transport=polling&transport=websocket`,
      headers: { ...upgrade, ...homeDigits() },
    },
    'an upgrade to nothing': { query: '', headers: { ...upgrade, ...homeDigits() } },
    'an upgrade by POST': { method: 'POST', query: websocket, headers: { ...upgrade, ...homeDigits() } },
    'no origin': { query: websocket, headers: upgrade },
    'no origin, though the browser says same-origin': {
      query: websocket,
      headers: { ...upgrade, 'Sec-Fetch-Site': 'same-origin' },
    },
    'another port': { query: websocket, headers: { ...upgrade, Origin: 'http://127.0.0.1:1' } },
    'another site': { query: websocket, headers: { ...upgrade, Origin: 'https://evil.example' } },
    'no site': { query: websocket, headers: { ...upgrade, Origin: 'null' } },
    'no session': { query: websocket, headers: { ...upgrade, ...homeDigits(), Cookie: 'a=b' } },
  };
  for (const [what, request] of Object.entries(refused)) {
    const head = await ask(request);
    expect([what, [400, 401, 403, 426].includes(statusOf(head))]).toEqual([what, true]);
    expect([what, head]).toEqual([what, expect.stringContaining('cross-origin-resource-policy: same-origin')]);
    expect([what, head]).toEqual([what, expect.stringContaining('x-content-type-options: nosniff')]);
  }
  expect(page.socket.connected).toBe(true);
  page.socket.disconnect();
  await closed(page);
});

test('where a public address is set, it alone is home, whatever Host says', async () => {
  const otherServer = await startLiveServer(clinic, { publicUrl: 'https://dayline.example' });
  const { cookie: there } = await otherServer.signIn(identity('admin', sunrise.clientId));
  // A foreign host name that resolves to this machine (DNS rebinding).
  await refusal(
    otherServer.open({ cookie: there, origin: 'http://rebound.example:3000', host: 'rebound.example:3000' }),
  );
  await refusal(otherServer.open({ cookie: there, origin: otherServer.address }));
  await opened(otherServer.open({ cookie: there, origin: 'https://dayline.example' }));
  await otherServer.stop();
});

test('handshakes without a session are counted by address, with the calls without one', async () => {
  const limited = await startLiveServer(clinic, {
    throttle: openThrottle({ callsPerMinute: 2, clock: { now: () => 0 } }),
  });
  const handshake = async (sent: string) =>
    statusOf(
      await ask({ query: websocket, headers: { ...upgrade, Origin: limited.address, Cookie: sent } }, limited.address),
    );
  const { cookie: own } = await limited.signIn(admin);
  const forged = `dayline_session=${'A'.repeat(43)}`;
  expect([await handshake('a=b'), await handshake(forged), await handshake(forged)]).toEqual([401, 401, 429]);
  expect(await handshake(own)).toBe(101);
  await limited.stop();
});

test('a page that goes away while its session is looked up ends nothing else', async () => {
  let onLook = (): void => {};
  const looking = new Promise<void>((resolve) => {
    onLook = resolve;
  });
  let resume = (): void => {};
  const isGone = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const slow = await startLiveServer(clinic, {
    async beforeFinding() {
      onLook();
      await isGone;
    },
  });
  const { port, host } = new URL(slow.address);
  const socket = connect(Number(port), '127.0.0.1');
  const lines = Object.entries({ Host: host, Origin: slow.address, ...upgrade }).map((line) => line.join(': '));
  socket.write(`GET ${livePath}/?${websocket} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await looking;
  const closed = slow.connectionClosed();
  socket.resetAndDestroy();
  await closed;
  resume();
  expect(statusOf(await ask({ query: websocket, headers: { ...upgrade, ...homeDigits() } }))).toBe(101);
  await slow.stop();
});
