import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { addressOf, type OriginSettings, originCheck } from './origin.ts';
import { openThrottle } from './throttle.ts';

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

describe("the caller's address", () => {
  test('is the connection’s, whatever the caller says, unless a proxy is trusted', () => {
    expect(addressOf(from('203.0.113.7', '198.51.100.1'), 0)).toBe('203.0.113.7');
    expect(addressOf(from('::ffff:203.0.113.7'), 0)).toBe('203.0.113.7');
  });

  test('is what the outermost trusted proxy saw; what the caller put in front is not believed', () => {
    expect(addressOf(from('10.0.0.1', '198.51.100.1'), 1)).toBe('198.51.100.1');
    expect(addressOf(from('10.0.0.1', 'made-up, 198.51.100.1'), 1)).toBe('198.51.100.1');
    expect(addressOf(from('10.0.0.1', 'made-up, 198.51.100.1, 10.0.0.2'), 2)).toBe('198.51.100.1');
    expect(addressOf(from('10.0.0.1'), 1)).toBe('10.0.0.1');
  });

  test('of IPv6 is its /64, however it is written', () => {
    expect(addressOf(from('2001:db8:1:2:3:4:5:6'), 0)).toBe(addressOf(from('2001:db8:1:2:ffff::1'), 0));
    expect(addressOf(from('2001:db8::1'), 0)).toBe(addressOf(from('2001:db8::2'), 0));
    expect(addressOf(from('2001:db8:1:2::1'), 0)).not.toBe(addressOf(from('2001:db8:1:3::1'), 0));
    expect(addressOf(from('::1'), 0)).not.toBe(addressOf(from('2001:db8::1'), 0));
  });
});

describe('an origin is home', () => {
  const settings = {
    publicUrl: 'https://dayline.example',
    allowedOrigins: ['https://desk.example'],
    cookieSecure: true,
  };
  const check = (more: Partial<OriginSettings> = {}) => {
    const isHome = originCheck({ ...settings, ...more });
    return (origin: string, host = 'inside:3000') => isHome({ headers: { origin, host } });
  };

  test('when it is the public address or an allowed one, whatever Host says', () => {
    const isHome = check();
    expect(isHome('https://dayline.example')).toBe(true);
    expect(isHome('https://desk.example')).toBe(true);
    expect(isHome('http://dayline.example')).toBe(false);
    expect(isHome('https://dayline.example.evil.example')).toBe(false);
    expect(isHome('null')).toBe(false);
    // A foreign name that resolves to this machine.
    expect(isHome('https://rebound.example:3000', 'rebound.example:3000')).toBe(false);
  });

  test('when it is the host, where no public address is set', () => {
    const isHome = check({ publicUrl: null, cookieSecure: false });
    expect(isHome('http://inside:3000')).toBe(true);
    expect(isHome('https://inside:3000')).toBe(true);
    expect(isHome('https://desk.example')).toBe(true);
    expect(isHome('http://inside')).toBe(false);
    expect(check({ publicUrl: null })('http://inside:3000')).toBe(false);
  });

  test('where none is given, when the browser says that the page is of the same origin, or nothing at all', () => {
    const isHome = originCheck(settings);
    const from = (site?: string) =>
      isHome({ headers: { host: 'dayline.example', ...(site === undefined ? {} : { 'sec-fetch-site': site }) } });
    expect([undefined, 'same-origin', 'none', 'same-site', 'cross-site', 'elsewhere'].map(from)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

test('the throttle counts each address by itself, and fills evenly', () => {
  let now = 0;
  const throttle = openThrottle({ callsPerMinute: 60, clock: { now: () => now } });
  const taken = (address: string, times: number) => Array.from({ length: times }, () => throttle.take(address));
  expect(taken('a', 60).every((wait) => wait === 0)).toBe(true);
  expect([throttle.wait('a'), throttle.take('a')]).toEqual([1, 1]);
  expect([throttle.wait('b'), throttle.take('b')]).toEqual([0, 0]);
  now += 2_000;
  expect(taken('a', 3)).toEqual([0, 0, 1]);
  now += 3_600_000;
  expect(taken('a', 61).filter((wait) => wait > 0)).toHaveLength(1);
});

test.each([
  ['198.51.100.9', '198.51.100.9'],
  ['198.51.100.9:1234', '198.51.100.9'],
  ['198.051.100.009', '198.51.100.9'],
  ['::ffff:198.51.100.9', '198.51.100.9'],
  ['::ffff:c633:6409', '198.51.100.9'],
  ['[::ffff:c633:6409]:80', '198.51.100.9'],
  ['[2001:db8::1]:80', '2001:db8:0:0'],
  ['2001:0DB8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', '192.0.2.1'],
  ['_hidden', '192.0.2.1'],
  ['198.51.100.999', '192.0.2.1'],
  ['', '192.0.2.1'],
])('a proxy’s %s is the address %s', (hop, address) => {
  const request = {
    headers: { 'x-forwarded-for': `203.0.113.5, ${hop}` },
    socket: { remoteAddress: '::ffff:192.0.2.1' },
  };
  // Cast is safe: nothing else is read.
  expect(addressOf(request as unknown as Parameters<typeof addressOf>[0], 1)).toBe(address);
});
