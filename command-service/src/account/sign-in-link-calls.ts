import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { replyWords } from '@dayline/contracts/words/replies';
import type { CallContext, Reply } from '@dayline/http/handler';
import { signInAttempts } from '@dayline/vault/attempts/sign-in-attempts';
import { addJob } from '../letters/jobs.ts';
import { linkIdOf } from '../letters/write.ts';
import { type OnboardingDeps, onboardingSteps } from './link-calls.ts';
import { sessionOpener } from './session-calls.ts';

/**
 * Sign-in by a mailed link, for owners who are delayed by a stranger's wrong passwords: the reader of the mailbox owns
 * the account. The account decides the role and the client.
 */
export function signInLinkCalls(_commands: object, deps: OnboardingDeps) {
  const { vault, attempts } = deps;
  const { takeLink, throttled, badToken, ownerOf } = onboardingSteps(deps);
  const { deviceOf, newDevice, openSession, secondStep } = sessionOpener(deps);
  return {
    async requestSignInLink(
      { email }: RequestOf<'requestSignInLink'>,
      call: CallContext,
    ): Promise<Reply<ResponseOf<'requestSignInLink'>> | Refusal> {
      const wait = await takeLink(email, call);
      if (wait > 0) return throttled(wait);
      await addJob(vault.outbox, call, { kind: 'signIn', email });
      return { body: { success: true, message: replyWords.requestSignInLink } };
    },

    async signInByLink(
      { token, pocId }: RequestOf<'signInByLink'>,
      call: CallContext,
    ): Promise<Reply<ResponseOf<'signInByLink'>> | Refusal> {
      const credential = { purpose: 'signIn', token, now: call.now } as const;
      // Without a password the sign-up isn't complete.
      const owner = await ownerOf(
        credential,
        call,
        (account) => linkIdOf(account) === pocId && account.passwordHash !== null,
      );
      if (isRefusal(owner)) return owner;
      const { account } = owner;
      if (!(await vault.tokens.use(credential))) return badToken(call);
      const { address } = call;
      const [email, device] = [emailKey(account.email), deviceOf(call)];
      // Access to the mailbox clears the delays caused by guessing.
      await attempts.forget([attempts.key('signInToAccount', email)]);
      const next = await secondStep(account, 'link', call);
      if (next) return next;
      const currentDevice = device ?? newDevice();
      await (await signInAttempts(attempts, email, { address, device })).granted(currentDevice);
      return openSession(account, call, { device: currentDevice, factor: 'link' });
    },
  };
}
