import { randomBytes } from 'node:crypto';
import { emailKey } from '@dayline/contracts/email-address';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { CallContext, Reply } from '@dayline/http/handler';
import { isCommonPassword } from '@dayline/http/session/common-passwords';
import { type TokenCookie, tokenCookie } from '@dayline/http/session/cookie';
import type { Passwords } from '@dayline/http/session/passwords';
import type { Sessions } from '@dayline/http/session/sessions';
import { entryOf } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import type { ShownToken } from '@dayline/vault/onboarding-port';
import type { Account, Vault } from '@dayline/vault/port';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { DoctorCommands } from '../doctor/doctor-commands.ts';
import { addJob } from '../letters/jobs.ts';
import { linkIdOf } from '../letters/write.ts';

export interface OnboardingDeps {
  readonly vault: Pick<Vault, 'outbox' | 'tokens'>;
  readonly sessions: Pick<Sessions, 'cookie' | 'forget'>;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly trail: Trail;
  readonly doctors: Pick<DoctorCommands, 'verifyDoctorEmail' | 'activateDoctor'>;
  readonly cookieSecure: boolean;
}

type Answer<Name extends 'verifyPocEmail' | 'verifyEmail' | 'updatePassword' | 'resetPassword'> = Promise<
  Reply<ResponseOf<Name>> | Refusal
>;

const minute = 60_000;
/** How long the password may be set after the mailed link was used, ms. */
const passwordCookieLifetime = 30 * minute;

/** The cookie whose token allows setting a password after the address was verified; scripts can't read it. */
export const passwordCookie = (secure: boolean): TokenCookie =>
  tokenCookie({
    name: 'dayline_password',
    secure,
    sameSite: 'Strict',
    maxAgeSeconds: passwordCookieLifetime / 1_000,
  });

/** Steps shared by the calls. */
function onboardingSteps({ vault, sessions, passwords, attempts, trail, cookieSecure }: OnboardingDeps) {
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

  /** The account of a token, if the rest of the request matches it. */
  async function ownerOf(shown: ShownToken, call: CallContext, fits: (account: Account) => boolean) {
    const wait = await attempts.wait(tokenKeys(call));
    if (wait > 0) return throttled(wait);
    const account = await vault.tokens.find(shown);
    return account && fits(account) ? { account } : badToken(call);
  }

  /** "the same verification link opened again, while its cookie holds, answers success": the account of the cookie. */
  async function holderOfCookie(call: CallContext): Promise<Account | null> {
    const token = cookie.tokenIn(call.cookie);
    return token ? vault.tokens.find({ purpose: 'password', token, now: call.now }) : null;
  }

  async function hashOf(password: string): Promise<{ readonly hash: string } | Refusal> {
    if (await isCommonPassword(password)) return refuse('password.common');
    const hash = await passwords.hash(password);
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

/**
 * Sign-up, verification, first and new passwords, and the contact form, for callers without a session. Requests about
 * an address are only stored before the answer, whether or not it is known; look-ups, tokens and mail follow.
 */
export function onboardingHandlers(deps: OnboardingDeps) {
  const { vault, sessions, attempts, doctors } = deps;
  const { cookie, takeLink, throttled, badToken, ownerOf, holderOfCookie, hashOf, passwordChanged } =
    onboardingSteps(deps);
  return {
    async verifyPocEmail(
      { clientId, email }: RequestOf<'verifyPocEmail'>,
      call: CallContext,
    ): Answer<'verifyPocEmail'> {
      const wait = await takeLink(email, call);
      if (wait > 0) return throttled(wait);
      await addJob(vault.outbox, call, { kind: 'verification', email, clientId });
      const message = 'If this address belongs to one of our doctors, a link to verify it is on its way.';
      return { body: { success: true, message } };
    },

    async verifyEmail({ token, pocId }: RequestOf<'verifyEmail'>, call: CallContext): Answer<'verifyEmail'> {
      const shown = { purpose: 'verification', token, now: call.now } as const;
      const proven = await holderOfCookie(call);
      if (proven && linkIdOf(proven) === pocId && !(await vault.tokens.find(shown)))
        return { body: emailVerified(proven) };
      const owner = await ownerOf(shown, call, (account) => linkIdOf(account) === pocId);
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      // First the event, which may be repeated, then the token, which can be used only once.
      const verified = await doctors.verifyDoctorEmail({ pocId }, contextOf(account, call));
      if (isRefusal(verified)) return verified;
      const next = randomBytes(32).toString('base64url');
      const expiresAt = call.now + passwordCookieLifetime;
      if (!(await vault.tokens.exchange(shown, { purpose: 'password', token: next, expiresAt }))) return badToken(call);
      return {
        body: emailVerified(account),
        headers: { 'Set-Cookie': cookie.set(next) },
      };
    },

    async updatePassword(
      { email, password, pocId }: RequestOf<'updatePassword'>,
      call: CallContext,
    ): Answer<'updatePassword'> {
      const shown = { purpose: 'password', token: cookie.tokenIn(call.cookie) ?? '', now: call.now } as const;
      const owner = await ownerOf(
        shown,
        call,
        (account) => account.email === emailKey(email) && linkIdOf(account) === pocId,
      );
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      const hashed = await hashOf(password);
      if (isRefusal(hashed)) return hashed;
      const { accountId } = account;
      const activated = await doctors.activateDoctor({ pocId, accountId }, contextOf(account, call));
      if (isRefusal(activated)) return activated;
      if (!(await vault.tokens.setPassword(shown, hashed.hash))) return badToken(call);
      passwordChanged(account, call);
      return {
        body: { success: true, message: 'Your password is set. You can sign in now.' },
        headers: { 'Set-Cookie': cookie.clear },
      };
    },

    async requestPasswordReset(
      { email }: RequestOf<'requestPasswordReset'>,
      call: CallContext,
    ): Promise<Reply<ResponseOf<'requestPasswordReset'>> | Refusal> {
      const wait = await takeLink(email, call);
      if (wait > 0) return throttled(wait);
      await addJob(vault.outbox, call, { kind: 'reset', email, trace: entryOf(call) });
      const message = 'If this address has an account, a link to reset its password is on its way.';
      return { body: { success: true, message } };
    },

    async resetPassword(
      { token, pocId, newPassword }: RequestOf<'resetPassword'>,
      call: CallContext,
    ): Answer<'resetPassword'> {
      const shown = { purpose: 'reset', token, now: call.now } as const;
      const owner = await ownerOf(shown, call, (account) => linkIdOf(account) === pocId);
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      const hashed = await hashOf(newPassword);
      if (isRefusal(hashed)) return hashed;
      if (!(await vault.tokens.setPassword(shown, hashed.hash))) return badToken(call);
      passwordChanged(account, call);
      // Proving the mailbox clears the delays caused by guessing.
      await attempts.forget([
        attempts.key('signInFromHere', account.email, call.address),
        attempts.key('signInToAccount', account.email),
      ]);
      const { accountId } = account;
      await addJob(vault.outbox, call, { kind: 'passwordChanged', accountId });
      return {
        body: { success: true, message: 'Your password is changed. You can sign in now.' },
        headers: { 'Set-Cookie': sessions.cookie.clear, 'Clear-Site-Data': '"cookies", "storage"' },
      };
    },

    async sendContactMessage(
      message: RequestOf<'sendContactMessage'>,
      call: CallContext,
    ): Promise<Reply<ResponseOf<'sendContactMessage'>> | Refusal> {
      const wait = await attempts.take([
        attempts.key('contactFromAddress', call.address),
        attempts.key('contactFromMailbox', emailKey(message.email)),
      ]);
      if (wait > 0) return throttled(wait);
      await addJob(vault.outbox, call, { kind: 'contact', ...message });
      return { body: { success: true, message: 'Message sent successfully!' } };
    },
  };
}

const emailVerified = ({ email }: Account) => ({ success: true, message: 'Your email is verified.', email }) as const;

const actorOf = ({ role, accountId, name }: Account): Actor => ({ kind: role, id: accountId, name });

/** A command by the account that the token belongs to. */
const contextOf = (account: Account, call: CallContext): CommandContext => ({
  ...entryOf(call),
  actor: actorOf(account),
  clientId: account.clientId,
  now: call.now,
});
