/** A cookie that carries a token: never readable by scripts, never sent from another site's form. */
export interface TokenCookie {
  readonly name: string;
  /** The value of Set-Cookie for a new token. */
  set(token: string): string;
  /** The value of Set-Cookie that takes it away. */
  readonly clear: string;
  /** The token in a Cookie header, or null. */
  tokenIn(header: string | undefined): string | null;
}

interface TokenCookieOptions {
  /** Without the prefix. */
  readonly name: string;
  /** Behind TLS: the prefix `__Host-` then keeps other hosts and paths from setting it. */
  readonly secure: boolean;
  readonly sameSite: 'Lax' | 'Strict';
  /** Without it, it is gone with the browser's close. */
  readonly maxAgeSeconds?: number;
}

/** 256 bits in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The session's cookie, gone with the browser's close. */
export const sessionCookie = ({ secure }: { secure: boolean }): TokenCookie =>
  tokenCookie({ name: 'dayline_session', secure, sameSite: 'Lax' });

export function tokenCookie({ name: plainName, secure, sameSite, maxAgeSeconds }: TokenCookieOptions): TokenCookie {
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
        return tokenPattern.test(token) ? token : null;
      }
      return null;
    },
  };
}
