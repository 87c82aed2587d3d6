/** The session's cookie: never readable by scripts, never sent from another site's form, gone with the browser's close. */
export interface SessionCookie {
  readonly name: string;
  /** The value of Set-Cookie for a new session. */
  set(token: string): string;
  /** The value of Set-Cookie that takes it away. */
  readonly clear: string;
  /** The token in a Cookie header, or null. */
  tokenIn(header: string | undefined): string | null;
}

/** 256 bits in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** `secure` behind TLS: the prefix `__Host-` then keeps other hosts and paths from setting it. */
export function sessionCookie({ secure }: { secure: boolean }): SessionCookie {
  const name = secure ? '__Host-dayline_session' : 'dayline_session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const start = `${name}=`;
  return {
    name,
    set: (token) => `${start}${token}; ${attributes}`,
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
