import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { CommandHandlers, SignedInContext } from '@dayline/http/handler';
import type { Vault } from '@dayline/vault/port';
import { addJob } from '../letters/jobs.ts';
import { type OwnPasswordDeps, ownPassword } from './own-password-commands.ts';
import { secondFactorSteps } from './second-factor-commands.ts';

export interface ProofCallDeps extends OwnPasswordDeps {
  readonly vault: OwnPasswordDeps['vault'] & Pick<Vault, 'outbox'>;
}

/**
 * The owner of a session confirms by the password or a second factor that it is still them. Wrong ones are counted and
 * delayed as those of sign-ins.
 */
export function proofCalls(_commands: object, deps: ProofCallDeps): Pick<CommandHandlers, 'proveIdentity'> {
  const { vault, sessions } = deps;
  const { check } = secondFactorSteps(deps);
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

  return {
    async proveIdentity({ password = '', code }, call) {
      const checked = code === undefined ? await proved(password, call) : await checkCode(code, call);
      if (checked !== null && isRefusal(checked)) return checked;
      await sessions.prove(call.caller.sessionHash);
      return { body: { success: true, message: 'Confirmed.', position: null } };
    },
  };
}
