import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import { hasSecondFactor } from '@dayline/vault/second-factors';
import { secondFactorSteps, updateSecondFactors } from '../second-factor-commands.ts';
import { halfwayIn, type SecondStepDeps, secondStepEnds } from '../second-step-calls.ts';
import { passkeyPurposes, passkeySteps } from './passkey-commands.ts';

type Calls = 'beginPasskeyEnrolment' | 'confirmPasskeyEnrolment';

/** The second step of a sign-in by somebody who must have a second factor and has none: a passkey is added. */
export function passkeyEnrolmentCalls(_commands: object, deps: SecondStepDeps): Pick<CommandHandlers, Calls> {
  const { vault, sessions } = deps;
  const { attempt, newRecoveryCodes } = secondFactorSteps(deps);
  const { creation, newPasskey } = passkeySteps(deps);
  const { enrolled } = secondStepEnds(deps);
  const halfway = halfwayIn(deps);

  return {
    async beginPasskeyEnrolment(_request, call) {
      const found = await halfway(call);
      if (isRefusal(found)) return found;
      const { accountId } = found.account;
      if (hasSecondFactor((await vault.secondFactors.read(accountId)).factors)) return refuse('factor.exists');
      const options = await creation(passkeyPurposes.enrolling(accountId), found.account, []);
      return { body: { success: true, message: 'Your browser can make a passkey now.', options } };
    },

    async confirmPasskeyEnrolment({ name, passkey }, call) {
      const found = await halfway(call);
      if (isRefusal(found)) return found;
      const { accountId } = found.account;
      const confirmed = await attempt(accountId, async () => {
        const added = await newPasskey(passkeyPurposes.enrolling(accountId), passkey, { name, now: call.now });
        if (added === null) return refuse('passkey.refused');
        const renewed = await newRecoveryCodes(call);
        if (renewed === 'busy') return refuse('sign-in.busy');
        const { codes, recoveryCodes } = renewed;
        return updateSecondFactors(
          vault.secondFactors,
          accountId,
          async (factors) =>
            // A person with the password alone can't bypass a factor that the account has by now.
            hasSecondFactor(factors)
              ? refuse('factor.exists')
              : { factors: { ...factors, pending: null, passkeys: [added], recoveryCodes }, codes },
          { endSessions: { except: null } },
        );
      });
      if (isRefusal(confirmed)) return confirmed;
      // This process caches sessions for a second.
      sessions.forget(accountId);
      return enrolled(found, { factor: 'passkey', codes: confirmed.codes }, call);
    },
  };
}
