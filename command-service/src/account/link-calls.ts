import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { CallContext } from '@dayline/http/handler';
import { isCommonPassword } from '@dayline/http/session/common-passwords';
import { type TokenCookie, tokenCookie } from '@dayline/http/session/cookie';
import type { Passwords } from '@dayline/http/session/passwords';
import type { Sessions } from '@dayline/http/session/sessions';
import { entryOf } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import type { TokenCredential } from '@dayline/vault/onboarding-port';
import type { Account, Vault } from '@dayline/vault/port';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { NamesAround } from '../passwords/names-around.ts';

export interface OnboardingDeps {
  readonly vault: Pick<Vault, 'accounts' | 'outbox' | 'tokens' | 'secondFactors'>;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly trail: Trail;
  readonly cookieSecure: boolean;
  readonly namesAround: NamesAround;
}

const minute = 60_000;
/** How long the password can be set after the mailed link was used, ms. */
export const passwordCookieLifetime = 30 * minute;

/** The cookie whose token allows setting a password after the address was verified; scripts can't read it. */
export const passwordCookie = (secure: boolean): TokenCookie =>
  tokenCookie({
    name: 'dayline_password',
    secure,
    sameSite: 'Strict',
    maxAgeSeconds: passwordCookieLifetime / 1_000,
  });

/** Steps shared by the calls. */
export function onboardingSteps({
  vault,
  sessions,
  passwords,
  attempts,
  trail,
  cookieSecure,
  namesAround,
}: OnboardingDeps) {
  const cookie = passwordCookie(cookieSecure);

  /** Counts a requested link; returns the seconds to wait, or 0. */
  const takeLink = (email: string, { address }: CallContext): Promise<number> =>
    attempts.take([
      attempts.key('linkFromHere', emailKey(email), address),
      attempts.key('linkToMailbox', emailKey(email)),
      attempts.key('linkFromAddress', address),
    ]);

  const throttled = (retryAfter: number): Refusal => refuse('request.throttled', { retryAfter });
  const tokenKeys = ({ address }: CallContext) => [attempts.key('tokenFromAddress', address)];

  /** Counts an invalid token against the sending address. */
  async function badToken(call: CallContext): Promise<Refusal> {
    const wait = await attempts.take(tokenKeys(call));
    return wait > 0 ? throttled(wait) : refuse('token.invalid');
  }

  /**
   * The account of a token, if the rest of the request matches it. Invalid tokens of others don't delay a valid one.
   */
  async function ownerOf(credential: TokenCredential, call: CallContext, fits: (account: Account) => boolean) {
    const account = await vault.tokens.find(credential);
    return account && fits(account) ? { account } : badToken(call);
  }

  /** "the same verification link opened again, while its cookie holds, answers success": the account of the cookie. */
  async function holderOfCookie(call: CallContext): Promise<Account | null> {
    const token = cookie.tokenIn(call.cookie);
    return token ? vault.tokens.find({ purpose: 'password', token, now: call.now }) : null;
  }

  async function hashOf(
    account: Account,
    password: string,
    { address }: CallContext,
  ): Promise<{ readonly hash: string } | Refusal> {
    if (await isCommonPassword(password, await namesAround(account))) return refuse('password.common');
    const hash = await passwords.hash(password, address);
    return hash === 'busy' ? refuse('sign-in.busy') : { hash };
  }

  function passwordChanged(account: Account, call: CallContext): void {
    // This process caches sessions for a second.
    sessions.forget(account.accountId);
    trail.record({
      ...entryOf(call),
      accountId: account.accountId,
      event: { type: 'PasswordChanged', data: {} },
      actor: actorOf(account),
      clientId: account.clientId,
    });
  }

  return { cookie, takeLink, throttled, badToken, ownerOf, holderOfCookie, hashOf, passwordChanged };
}

export const actorOf = ({ role, accountId, name }: Account): Actor => ({ kind: role, id: accountId, name });

/** The context of a command by the account that the token belongs to. */
export const contextOf = (account: Account, call: CallContext): CommandContext => ({
  ...entryOf(call),
  actor: actorOf(account),
  clientId: account.clientId,
  now: call.now,
});
