/** A cookie with a token, invisible to scripts and not sent by other sites' forms. */
export interface TokenCookie {
  readonly name: string;
  /** The Set-Cookie value for a new token. */
  set(token: string): string;
  /** The Set-Cookie value that deletes it. */
  readonly clear: string;
  /** The token in a Cookie header, or null. */
  tokenIn(header: string | undefined): string | null;
}

interface TokenCookieOptions {
  /** Without the prefix. */
  readonly name: string;
  /** Behind TLS: the `__Host-` prefix keeps other hosts and paths from setting it. */
  readonly secure: boolean;
  readonly sameSite: 'Lax' | 'Strict';
  /** A session cookie if absent. */
  readonly maxAgeSeconds?: number;
  /** Pattern of its value; 256 bits in base64url if absent. */
  readonly pattern?: RegExp;
}

/** 256 bits in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The session's cookie, deleted when the browser closes. */
export const sessionCookie = ({ secure }: { secure: boolean }): TokenCookie =>
  tokenCookie({ name: 'dayline_session', secure, sameSite: 'Lax' });

export function tokenCookie({
  name: plainName,
  secure,
  sameSite,
  maxAgeSeconds,
  pattern = tokenPattern,
}: TokenCookieOptions): TokenCookie {
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  const start = `${name}=`;
  return {
    name,
    set: (token) => `${start}${token}; ${maxAgeSeconds === undefined ? '' : `Max-Age=${maxAgeSeconds}; `}${attributes}`,
    clear: `${start}; Max-Age=0; ${attributes}`,
    tokenIn(header) {
      if (header === undefined) return null;
      for (const pair of header.split(';')) {
        const cookie = pair.trim();
        if (!cookie.startsWith(start)) continue;
        const token = cookie.slice(start.length);
        return pattern.test(token) ? token : null;
      }
      return null;
    },
  };
}
