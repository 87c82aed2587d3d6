import type { BegunFactor } from '@dayline/contracts/events/organisation';
import type { Account } from '@dayline/vault/port';
import { type TokenCookie, tokenCookie } from './cookie.ts';
import { tokensOf } from './tokens.ts';

const minute = 60_000;
/** How long the second step of a sign-in can follow the first, in ms. */
export const pendingSignInLifetime = 5 * minute;

/** A sign-in whose first factor was right. */
export interface PendingSignIn {
  readonly accountId: string;
  /** The account's epoch then: a later password or second factor voids it. */
  readonly sessionEpoch: number;
  readonly factor: BegunFactor;
}

export interface PendingSignIns {
  readonly clear: string;
  /** The Set-Cookie value for an account whose first factor was right; `now` in ms since the epoch, UTC. */
  set(account: Pick<Account, 'accountId' | 'sessionEpoch'>, factor: BegunFactor, now: number): string;
  /** The pending sign-in of a Cookie header; null if there is none, or it has expired. */
  find(header: string | undefined, now: number): PendingSignIn | null;
}

/** accountId, epoch, first factor and expiry, and 256 bits of a keyed hash of them. */
const pattern = /^[0-9A-Z]{26}\.\d{1,15}\.(?:password|link|provider)\.\d{1,15}\.[A-Za-z0-9_-]{43}$/;

/**
 * The cookie between the two steps of a sign-in. It carries no session: only the calls of the second step read it.
 * Nothing is stored, so that it works in every process.
 */
export function pendingSignIns(options: {
  readonly sessionSecret: string;
  readonly cookieSecure: boolean;
}): PendingSignIns {
  const { sessionSecret, cookieSecure: secure } = options;
  const { derived, isEqual } = tokensOf(sessionSecret);
  const cookie: TokenCookie = tokenCookie({
    ...({ name: 'dayline_sign_in', secure, sameSite: 'Strict', pattern } as const),
    maxAgeSeconds: pendingSignInLifetime / 1_000,
  });
  const sealOf = (text: string): string => derived(`pending sign-in ${text}`);
  return {
    clear: cookie.clear,
    set({ accountId, sessionEpoch }, factor, now) {
      const text = [accountId, sessionEpoch, factor, now + pendingSignInLifetime].join('.');
      return cookie.set(`${text}.${sealOf(text)}`);
    },
    find(header, now) {
      const token = cookie.tokenIn(header);
      if (token === null) return null;
      const end = token.lastIndexOf('.');
      const text = token.slice(0, end);
      if (!isEqual(token.slice(end + 1), sealOf(text))) return null;
      const [accountId = '', sessionEpoch, factor, expiresAt] = text.split('.');
      if (now >= Number(expiresAt)) return null;
      const firstFactor = factor === 'link' || factor === 'provider' ? factor : 'password';
      return { accountId, sessionEpoch: Number(sessionEpoch), factor: firstFactor };
    },
  };
}
