import type { Assertion } from '@dayline/contracts/endpoints/account/passkeys';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers, SignedInContext } from '@dayline/http/handler';
import type { Vault } from '@dayline/vault/port';
import { addJob } from '../letters/jobs.ts';
import { type OwnPasswordDeps, ownPassword } from './own-password-commands.ts';
import { type PasskeyDeps, passkeyPurposes, passkeySteps } from './passkeys/passkey-commands.ts';
import { secondFactorSteps } from './second-factor-commands.ts';

export interface ProofCallDeps extends OwnPasswordDeps, PasskeyDeps {
  readonly vault: OwnPasswordDeps['vault'] & PasskeyDeps['vault'] & Pick<Vault, 'outbox'>;
}

/**
 * The owner of a session confirms by the password or a second factor that it is still them. Wrong ones are counted and
 * delayed as those of sign-ins.
 */
export function proofCalls(
  _commands: object,
  deps: ProofCallDeps,
): Pick<CommandHandlers, 'beginPasskeyProof' | 'proveIdentity'> {
  const { vault, sessions } = deps;
  const { attempt, check } = secondFactorSteps(deps);
  const { request, use } = passkeySteps(deps);
  const proved = ownPassword(deps);

  async function checkCode(code: string, call: SignedInContext): Promise<Refusal | null> {
    const checked = await check(call.caller.id, code, call);
    if (isRefusal(checked)) return checked;
    if (checked.used === 'recoveryCode')
      await addJob(vault.outbox, call, {
        kind: 'factorsChanged',
        accountId: call.caller.id,
        change: 'recoveryCodeUsed',
      });
    return null;
  }

  const checkPasskey = ({ id }: SignedInContext['caller'], passkey: Assertion, now: number) =>
    attempt(id, async () => {
      const isRight = await use(id, passkey, { purpose: passkeyPurposes.proving(id), now });
      return isRight ? {} : refuse('passkey.refused');
    });

  return {
    async beginPasskeyProof(_request, { caller: { id } }) {
      const { passkeys } = (await vault.secondFactors.read(id)).factors;
      if (passkeys.length === 0) return refuse('passkey.none');
      const options = await request(passkeyPurposes.proving(id), passkeys);
      return { body: { success: true, message: 'Your browser can ask for a passkey now.', position: null, options } };
    },

    async proveIdentity({ password = '', code, passkey }, call) {
      const checked = passkey
        ? await checkPasskey(call.caller, passkey, call.now)
        : code === undefined
          ? await proved(password, call)
          : await checkCode(code, call);
      if (checked !== null && isRefusal(checked)) return checked;
      await sessions.prove(call.caller.sessionHash);
      return { body: { success: true, message: 'Confirmed.', position: null } };
    },
  };
}
