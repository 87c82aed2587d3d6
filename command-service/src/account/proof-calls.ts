import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers, SignedInContext } from '@dayline/http/handler';
import type { Sessions } from '@dayline/http/session/sessions';
import type { Trail } from '@dayline/http/trail/trail';
import { signInAttempts } from '@dayline/vault/attempts/sign-in-attempts';
import type { Vault } from '@dayline/vault/port';
import { addJob } from '../letters/jobs.ts';
import { type SecondFactorDeps, secondFactorSteps } from './second-factor-commands.ts';
import { sessionOpener } from './session-calls.ts';

export interface ProofCallDeps extends SecondFactorDeps {
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors' | 'outbox'>;
  readonly sessions: Sessions;
  readonly trail: Trail;
  readonly cookieSecure: boolean;
  /** Called with the address of each account after a failed attempt. */
  readonly onWrongPassword: (email: string) => void;
}

/**
 * The owner of a session confirms by the password or a second factor that it is still them. Wrong ones are counted and
 * delayed as those of sign-ins.
 */
export function proofCalls(_commands: object, deps: ProofCallDeps): Pick<CommandHandlers, 'proveIdentity'> {
  const { vault, sessions, passwords, attempts, onWrongPassword } = deps;
  const { check } = secondFactorSteps(deps);
  const { deviceOf } = sessionOpener(deps);

  async function checkPassword(password: string, call: SignedInContext): Promise<Refusal | null> {
    const account = await vault.accounts.byId(call.caller.id);
    if (!account) return refuse('session.missing');
    const device = deviceOf(call);
    const counted = await signInAttempts(attempts, account.email, { address: call.address, device });
    const wait = await counted.wait();
    if (wait > 0) return refuse('request.throttled', { retryAfter: wait });
    const verdict = await passwords.verify(account.passwordHash, password, call.address);
    if (verdict === 'busy') return refuse('sign-in.busy');
    // Of many concurrent guesses, those verified after the delay began don't learn the result.
    const waitNow = verdict.isRight ? await counted.wait() : await counted.refused();
    if (waitNow > 0) return refuse('request.throttled', { retryAfter: waitNow });
    if (verdict.isRight) {
      if (device !== null) await counted.granted(device);
      return null;
    }
    onWrongPassword(account.email);
    return refuse('proof.refused');
  }

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
      const refused = code === undefined ? await checkPassword(password, call) : await checkCode(code, call);
      if (refused) return refused;
      await sessions.prove(call.caller.sessionHash);
      return { body: { success: true, message: 'Confirmed.', position: null } };
    },
  };
}
