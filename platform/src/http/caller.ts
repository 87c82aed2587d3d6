import type { IncomingMessage } from 'node:http';

export interface OriginSettings {
  /** The address that people open, or null. */
  readonly publicUrl: string | null;
  readonly allowedOrigins: readonly string[];
  readonly cookieSecure: boolean;
}

/**
 * Whether a call may come from where the browser says it does. A caller that isn't a browser says nothing and may: it
 * can't be made to carry somebody else's cookie.
 */
export function originCheck({ publicUrl, allowedOrigins, cookieSecure }: OriginSettings) {
  const allowed = new Set(publicUrl === null ? allowedOrigins : [publicUrl, ...allowedOrigins]);
  const protocols = cookieSecure ? ['https://'] : ['http://', 'https://'];
  return ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => {
    const { origin, host } = headers;
    if (origin !== undefined) {
      return allowed.has(origin) || protocols.some((protocol) => origin === `${protocol}${host ?? ''}`);
    }
    return headers['sec-fetch-site'] !== 'cross-site';
  };
}

/**
 * The caller's address: with `proxies` trusted ones in front, what the outermost of them saw, else the connection's. An
 * IPv6 address is cut to its /64, since one household has all of that.
 */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  const hops = proxies === 0 || typeof forwarded !== 'string' ? [] : forwarded.split(',').map((hop) => hop.trim());
  const address = hops.at(-proxies) ?? hops[0] ?? direct;
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  return address.includes(':') ? networkOf(address) : address;
}

/** The first four groups of an IPv6 address; `::` stands for as many zeros as are missing. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
