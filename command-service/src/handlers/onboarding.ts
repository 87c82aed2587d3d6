import { randomBytes } from 'node:crypto';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { CallContext, Reply } from '@dayline/platform/http/handler';
import { isCommonPassword } from '@dayline/platform/session/common-passwords';
import { type TokenCookie, tokenCookie } from '@dayline/platform/session/cookie';
import type { Passwords } from '@dayline/platform/session/passwords';
import type { Sessions } from '@dayline/platform/session/sessions';
import type { Attempts } from '@dayline/platform/throttling/attempts';
import { entryOf } from '@dayline/platform/trail/call-entry';
import type { Trail } from '@dayline/platform/trail/trail';
import type { ShownToken } from '@dayline/platform/vault/onboarding-port';
import type { Account, Vault } from '@dayline/platform/vault/port';
import type { CommandContext } from '../kernel/command-context.ts';
import { addJob } from '../letters/jobs.ts';
import { linkIdOf } from '../letters/write.ts';
import type { DoctorCommands } from './doctors.ts';

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
/** How long the password may be set after the mailed link was used. */
const passwordCookieLifetime = 30 * minute;

/** The token that lets a password be set after the address was proven; it is never in a page's hands. */
export const passwordCookie = (secure: boolean): TokenCookie =>
  tokenCookie({
    name: 'dayline_password',
    secure,
    sameSite: 'Strict',
    maxAgeSeconds: passwordCookieLifetime / 1_000,
  });

/**
 * Sign-up, verification, first and new passwords, and the contact form: whoever calls is nobody yet. What is asked about
 * an address is only written down before the answer, whoever has it; looking it up, tokens and mail come after.
 */
export function onboardingHandlers(deps: OnboardingDeps) {
  const { vault, sessions, passwords, attempts, trail, doctors } = deps;
  const cookie = passwordCookie(deps.cookieSecure);

  /** Counts a link asked for: seconds to wait, or 0. */
  const takeLink = (email: string, { address }: CallContext): Promise<number> =>
    attempts.take([
      attempts.key('linkFromHere', email.toLowerCase(), address),
      attempts.key('linkToMailbox', email.toLowerCase()),
      attempts.key('linkFromAddress', address),
    ]);

  const throttled = (retryAfter: number): Refusal => refuse('request.throttled', { retryAfter });
  const tokenKeys = ({ address }: CallContext) => [attempts.key('tokenFromAddress', address)];

  /** A token that isn't good counts against the address that showed it. */
  async function badToken(call: CallContext): Promise<Refusal> {
    const wait = await attempts.take(tokenKeys(call));
    return wait > 0 ? throttled(wait) : refuse('token.invalid');
  }

  /** Whose a token is, if the rest of what was sent fits the account. */
  async function ownerOf(shown: ShownToken, call: CallContext, fits: (account: Account) => boolean) {
    const wait = await attempts.wait(tokenKeys(call));
    if (wait > 0) return throttled(wait);
    const account = await vault.tokens.find(shown);
    return account && fits(account) ? { account } : badToken(call);
  }

  async function hashOf(password: string): Promise<{ readonly hash: string } | Refusal> {
    if (await isCommonPassword(password)) return refuse('password.common');
    const hash = await passwords.hash(password);
    return hash === 'busy' ? refuse('sign-in.busy') : { hash };
  }

  function passwordChanged(account: Account, call: CallContext): void {
    // This process remembers sessions for a second.
    sessions.forget(account.accountId);
    trail.record({
      ...entryOf(call),
      accountId: account.accountId,
      event: { type: 'PasswordChanged', data: {} },
      actor: actorOf(account),
      clientId: account.clientId,
    });
  }

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
      const owner = await ownerOf(shown, call, (account) => linkIdOf(account) === pocId);
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      // First the fact, which may be stated twice, then the token, which can't be used twice.
      const verified = await doctors.verifyDoctorEmail({ pocId }, contextOf(account, call));
      if (isRefusal(verified)) return verified;
      const next = randomBytes(32).toString('base64url');
      const expiresAt = call.now + passwordCookieLifetime;
      if (!(await vault.tokens.exchange(shown, { purpose: 'password', token: next, expiresAt }))) return badToken(call);
      return {
        body: { success: true, message: 'Your email is verified.', email: account.email },
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
        (account) => account.email === email.toLowerCase() && linkIdOf(account) === pocId,
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
      // Who proved the mailbox is not held up by those who guessed.
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
        attempts.key('contactFromMailbox', message.email.toLowerCase()),
      ]);
      if (wait > 0) return throttled(wait);
      await addJob(vault.outbox, call, { kind: 'contact', ...message });
      return { body: { success: true, message: 'Message sent successfully!' } };
    },
  };
}

const actorOf = ({ role, accountId, name }: Account): Actor => ({ kind: role, id: accountId, name });

/** A command by the one whom the token has proven. */
const contextOf = (account: Account, call: CallContext): CommandContext => ({
  ...entryOf(call),
  actor: actorOf(account),
  clientId: account.clientId,
  now: call.now,
});
