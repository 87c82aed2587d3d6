import type { IncomingMessage } from 'node:http';

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
  const allowed = new Set(publicUrl === null ? allowedOrigins : [publicUrl, ...allowedOrigins]);
  const protocols = publicUrl !== null ? [] : cookieSecure ? ['https://'] : ['http://', 'https://'];
  return ({ headers: { origin, host } }: WithHeaders): boolean =>
    origin !== undefined &&
    (allowed.has(origin) || protocols.some((protocol) => origin === `${protocol}${host ?? ''}`));
}

/**
 * Whether a call may come from its origin. Browsers omit Origin on a plain GET and send Sec-Fetch-Site instead. Other
 * clients send neither and are allowed: they can't be made to send somebody else's cookie.
 */
export function originCheck(settings: OriginSettings) {
  const isHome = originIsHome(settings);
  const near = new Set<unknown>([undefined, 'same-origin', 'none']);
  return (request: WithHeaders): boolean =>
    request.headers.origin === undefined ? near.has(request.headers['sec-fetch-site']) : isHome(request);
}

/**
 * The caller's address: as seen by the outermost of `proxies` trusted proxies, else the connection's. IPv6 addresses
 * are reduced to their /64, which one household owns.
 */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  const hops = proxies === 0 || typeof forwarded !== 'string' ? [] : forwarded.split(',').map((hop) => hop.trim());
  const address = hops.at(-proxies) ?? hops[0] ?? direct;
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  return address.includes(':') ? networkOf(address) : address;
}

/** The first four groups of an IPv6 address; `::` stands for the missing zeros. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
