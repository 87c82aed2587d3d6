import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

export interface OriginSettings {
  /** The public address, or null. */
  readonly publicUrl: string | null;
  readonly allowedOrigins: readonly string[];
  readonly cookieSecure: boolean;
}

type WithHeaders = Pick<IncomingMessage, 'headers'>;

/**
 * Whether the request's Origin is allowed: PUBLIC_URL or one of ALLOWED_ORIGINS. Only without PUBLIC_URL is it compared
 * with the request's Host: a foreign name that resolves to this machine (DNS rebinding) would pass that test.
 */
export function originIsHome({ publicUrl, allowedOrigins, cookieSecure }: OriginSettings) {
  const origins = new Set(publicUrl === null ? allowedOrigins : [publicUrl, ...allowedOrigins]);
  const protocols = publicUrl !== null ? [] : cookieSecure ? ['https://'] : ['http://', 'https://'];
  return ({ headers: { origin, host } }: WithHeaders): boolean =>
    origin !== undefined &&
    (origins.has(origin) || protocols.some((protocol) => origin === `${protocol}${host ?? ''}`));
}

/**
 * Whether a call may come from its origin. Browsers omit Origin on a plain GET and send Sec-Fetch-Site instead. Other
 * clients send neither and are allowed: they can't be made to send another person's cookie.
 */
export function originCheck(settings: OriginSettings) {
  const isHome = originIsHome(settings);
  const near = new Set<unknown>([undefined, 'same-origin', 'none']);
  return (request: WithHeaders): boolean =>
    request.headers.origin === undefined ? near.has(request.headers['sec-fetch-site']) : isHome(request);
}

/**
 * The caller's address: as seen by the outermost of `proxies` trusted proxies, else the connection's. A hop that is no
 * IP address is ignored. IPv6 addresses are reduced to their /64, which one household owns.
 */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  const forwardedFor = request.headers['x-forwarded-for'];
  const hops =
    proxies === 0 || typeof forwardedFor !== 'string' ? [] : forwardedFor.split(',').map((hop) => hop.trim());
  const hop = hops.at(-proxies) ?? hops[0];
  return (hop === undefined ? null : normalAddress(hop)) ?? normalAddress(direct) ?? direct;
}

/** One spelling for each address: without port, brackets, zone or leading zeros. Null if it is no IP address. */
function normalAddress(text: string): string | null {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const [bare = ''] = (address ?? text.replace(/^([\d.]+):\d+$/, '$1')).split('%');
  const v4 = ipv4Of(bare);
  if (v4 !== null) return v4;
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(new URL(`http://[${bare}]`).hostname.slice(1, -1));
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  const last = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return isMapped ? last.flatMap((pair) => [pair >> 8, pair & 255]).join('.') : groups.slice(0, 4).join(':');
}

/** A leading zero means nothing here: some proxies pad each number. */
function ipv4Of(text: string): string | null {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return null;
  const numbers = text.split('.').map(Number);
  return numbers.every((number) => number <= 255) ? numbers.join('.') : null;
}

/** The eight groups of an IPv6 address; `::` stands for the missing zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after];
}
