import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { addressOf, originCheck } from './caller.ts';
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

test('an origin is home when it is the host, the public address or an allowed one', () => {
  const isHome = originCheck({
    publicUrl: 'https://dayline.example',
    allowedOrigins: ['https://desk.example'],
    cookieSecure: true,
  });
  const asked = (origin: string, host = 'inside:3000') => isHome({ headers: { origin, host } });
  expect(asked('https://dayline.example')).toBe(true);
  expect(asked('https://desk.example')).toBe(true);
  expect(asked('https://inside:3000')).toBe(true);
  expect(asked('http://dayline.example')).toBe(false);
  expect(asked('https://dayline.example.evil.example')).toBe(false);
  expect(asked('https://inside')).toBe(false);
  expect(isHome({ headers: { host: 'inside:3000', 'sec-fetch-site': 'cross-site' } })).toBe(false);
  expect(isHome({ headers: { host: 'inside:3000', 'sec-fetch-site': 'same-origin' } })).toBe(true);
  expect(isHome({ headers: { host: 'inside:3000' } })).toBe(true);
});

test('the throttle counts each address by itself, and fills evenly', () => {
  let now = 0;
  const throttle = openThrottle({ callsPerMinute: 60, clock: { now: () => now } });
  const taken = (address: string, times: number) => Array.from({ length: times }, () => throttle.take(address));
  expect(taken('a', 60).every((wait) => wait === 0)).toBe(true);
  expect(throttle.take('a')).toBe(1);
  expect(throttle.take('b')).toBe(0);
  now += 2_000;
  expect(taken('a', 3)).toEqual([0, 0, 1]);
  now += 3_600_000;
  expect(taken('a', 61).filter((wait) => wait > 0)).toHaveLength(1);
});
