import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { SignedInContext } from '@dayline/http/handler';
import type { Passwords } from '@dayline/http/session/passwords';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import { signInAttempts } from '@dayline/vault/attempts/sign-in-attempts';
import type { Account, Vault } from '@dayline/vault/port';
import { type SessionOpenerDeps, sessionOpener } from './session-calls.ts';

export interface OwnPasswordDeps extends SessionOpenerDeps {
  readonly vault: SessionOpenerDeps['vault'] & Pick<Vault, 'accounts'>;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  /** Called with the address of each account after a failed attempt. */
  readonly onWrongPassword: (email: string) => void;
}

/** An account that has a password. */
type WithPassword = Account & { readonly passwordHash: string };

/** The caller's account if this is its password. A wrong one is counted and delayed as at a sign-in. */
export function ownPassword(deps: OwnPasswordDeps) {
  const { vault, passwords, attempts, onWrongPassword } = deps;
  const { deviceOf } = sessionOpener(deps);
  const throttled = (retryAfter: number): Refusal => refuse('request.throttled', { retryAfter });

  return async (password: string, call: SignedInContext): Promise<WithPassword | Refusal> => {
    const account = await vault.accounts.byId(call.caller.id);
    if (!account?.passwordHash) return refuse('session.missing');
    const device = deviceOf(call);
    const counted = await signInAttempts(attempts, account.email, { address: call.address, device });
    const wait = await counted.wait();
    if (wait > 0) return throttled(wait);
    const verdict = await passwords.verify(account.passwordHash, password, call.address);
    if (verdict === 'busy') return refuse('sign-in.busy');
    // Of many concurrent guesses, those verified after the delay began don't learn the result.
    const waitNow = verdict.isRight ? await counted.wait() : await counted.refused();
    if (waitNow > 0) return throttled(waitNow);
    if (!verdict.isRight) {
      onWrongPassword(account.email);
      return refuse('proof.refused');
    }
    if (device !== null) await counted.granted(device);
    return { ...account, passwordHash: account.passwordHash };
  };
}
