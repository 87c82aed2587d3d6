import { randomBytes } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { replyWords } from '@dayline/contracts/words/replies';
import type { CallContext, CommandHandlers } from '@dayline/http/handler';
import { entryOf } from '@dayline/http/trail/call-entry';
import type { Account } from '@dayline/vault/port';
import { mustUseProvider } from '@dayline/vault/second-factors';
import type { DoctorCommands } from '../doctor/doctor-commands.ts';
import { addJob } from '../letters/jobs.ts';
import { linkIdOf } from '../letters/write.ts';
import { contextOf, type OnboardingDeps, onboardingSteps, passwordCookieLifetime } from './link-calls.ts';

type Calls =
  | 'verifyPocEmail'
  | 'verifyEmail'
  | 'updatePassword'
  | 'requestPasswordReset'
  | 'checkResetLink'
  | 'resetPassword'
  | 'sendContactMessage';

/**
 * Sign-up, verification, first and new passwords, and the contact form, for callers without a session. Requests about
 * an address are only stored before the answer, whether or not it is known; look-ups, tokens and mail follow.
 */
export function onboardingCalls(commands: DoctorCommands, deps: OnboardingDeps): Pick<CommandHandlers, Calls> {
  const { vault, sessions, attempts } = deps;
  const { cookie, takeLink, throttled, badToken, ownerOf, holderOfCookie, hashOf, passwordChanged } =
    onboardingSteps(deps);
  const ownerOfReset = resetOwner(deps);

  return {
    async verifyPocEmail({ clientId, email }, call) {
      const wait = await takeLink(email, call);
      if (wait > 0) return throttled(wait);
      await addJob(vault.outbox, call, { kind: 'verification', email, clientId });
      return { body: { success: true, message: replyWords.verifyPocEmail } };
    },

    async verifyEmail({ token, pocId }, call) {
      const link = { purpose: 'verification', token, now: call.now } as const;
      const verifiedAccount = await holderOfCookie(call);
      if (verifiedAccount && linkIdOf(verifiedAccount) === pocId && !(await vault.tokens.find(link)))
        return { body: emailVerified(verifiedAccount) };
      const owner = await ownerOf(link, call, (account) => linkIdOf(account) === pocId);
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      // The event comes first, since it can be repeated; then the token, which can be used only once.
      const verified = await commands.verifyDoctorEmail({ pocId, email: account.email }, contextOf(account, call));
      if (isRefusal(verified)) return verified;
      const next = randomBytes(32).toString('base64url');
      const expiresAt = call.now + passwordCookieLifetime;
      if (!(await vault.tokens.exchange(link, { purpose: 'password', token: next, expiresAt }))) return badToken(call);
      return {
        body: emailVerified(account),
        headers: { 'Set-Cookie': cookie.set(next) },
      };
    },

    async updatePassword({ email, password, pocId }, call) {
      const credential = { purpose: 'password', token: cookie.tokenIn(call.cookie) ?? '', now: call.now } as const;
      const owner = await ownerOf(
        credential,
        call,
        (account) => account.email === emailKey(email) && linkIdOf(account) === pocId,
      );
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      const hashed = await hashOf(account, password, call);
      if (isRefusal(hashed)) return hashed;
      const { accountId } = account;
      const activated = await commands.activateDoctor({ pocId, accountId }, contextOf(account, call));
      if (isRefusal(activated)) return activated;
      if (!(await vault.tokens.setPassword(credential, hashed.hash))) return badToken(call);
      passwordChanged(account, call);
      return {
        body: { success: true, message: replyWords.updatePassword },
        headers: { 'Set-Cookie': cookie.clear },
      };
    },

    async requestPasswordReset({ email }, call) {
      const wait = await takeLink(email, call);
      if (wait > 0) return throttled(wait);
      await addJob(vault.outbox, call, { kind: 'reset', email, trace: entryOf(call) });
      return { body: { success: true, message: replyWords.requestPasswordReset } };
    },

    async checkResetLink({ token, pocId }, call) {
      const owner = await ownerOfReset(token, pocId, call);
      return isRefusal(owner) ? owner : { body: { success: true, email: owner.account.email } };
    },

    async resetPassword({ token, pocId, newPassword }, call) {
      const credential = resetBy(token, call);
      const owner = await ownerOfReset(token, pocId, call);
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      const hashed = await hashOf(account, newPassword, call);
      if (isRefusal(hashed)) return hashed;
      if (!(await vault.tokens.setPassword(credential, hashed.hash))) return badToken(call);
      passwordChanged(account, call);
      // Access to the mailbox clears the delays caused by guessing.
      await attempts.forget([
        attempts.key('signInFromHere', account.email, call.address),
        attempts.key('signInToAccount', account.email),
      ]);
      await addJob(vault.outbox, call, { kind: 'passwordChanged', accountId: account.accountId });
      return {
        body: { success: true, message: replyWords.resetPassword },
        headers: { 'Set-Cookie': sessions.cookie.clear, 'Clear-Site-Data': '"cache"' },
      };
    },

    async sendContactMessage(message, call) {
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

/** The account of a link to reset a password, also of one that was sent before single sign-on was required. */
const resetOwner =
  (deps: OnboardingDeps) =>
  async (token: string, pocId: string, call: CallContext): Promise<{ readonly account: Account } | Refusal> => {
    const { ownerOf } = onboardingSteps(deps);
    const owner = await ownerOf(resetBy(token, call), call, (account) => linkIdOf(account) === pocId);
    if (isRefusal(owner) || !(await mustUseProvider(deps.vault.secondFactors, owner.account))) return owner;
    return refuse('sign-in.provider-required');
  };

const resetBy = (token: string, call: CallContext) => ({ purpose: 'reset', token, now: call.now }) as const;

const emailVerified = ({ email }: Account) => ({ success: true, message: replyWords.verifyEmail, email }) as const;
