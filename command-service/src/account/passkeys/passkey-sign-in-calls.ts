import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Sessions } from '@dayline/http/session/sessions';
import type { Trail } from '@dayline/http/trail/trail';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import { signInAttempts } from '@dayline/vault/attempts/sign-in-attempts';
import type { Vault } from '@dayline/vault/port';
import { halfwayIn } from '../second-step-calls.ts';
import { refusedSignIn, sessionOpener } from '../session-calls.ts';
import { accountIdOf, type PasskeyDeps, passkeyPurposes, passkeySteps } from './passkey-commands.ts';

export interface PasskeySignInDeps extends PasskeyDeps {
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors' | 'reservations' | 'outbox'>;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly trail: Trail;
  readonly cookieSecure: boolean;
}

/** Sign-in by a passkey alone, which is both factors: something held, and the verification of its user. */
export function passkeySignInCalls(
  _commands: object,
  deps: PasskeySignInDeps,
): Pick<CommandHandlers, 'beginPasskey' | 'signInByPasskey'> {
  const { vault, attempts, trail } = deps;
  const { request, use } = passkeySteps(deps);
  const { deviceOf, newDevice, openSession } = sessionOpener(deps);
  const halfway = halfwayIn(deps);
  const refused = refusedSignIn(trail);
  const reply = { success: true, message: 'Your browser can ask for a passkey now.' } as const;

  return {
    async beginPasskey({ step }, call) {
      if (step === 'first') return { body: { ...reply, options: await request(passkeyPurposes.signIn) } };
      const found = await halfway(call);
      if (isRefusal(found)) return found;
      const { accountId } = found.account;
      const { passkeys } = (await vault.secondFactors.read(accountId)).factors;
      return { body: { ...reply, options: await request(passkeyPurposes.secondStep(accountId), passkeys) } };
    },

    async signInByPasskey({ passkey }, call) {
      const account = await vault.accounts.byId(accountIdOf(passkey.response.userHandle));
      const device = deviceOf(call);
      // A passkey of nobody counts as an address of nobody.
      const counted = await signInAttempts(attempts, account?.email ?? passkey.id, { address: call.address, device });
      const wait = await counted.wait();
      if (wait > 0) {
        refused(account, 'request.throttled', call);
        return refuse('request.throttled', { retryAfter: wait });
      }
      const { now } = call;
      const isRight = account && (await use(account.accountId, passkey, { purpose: passkeyPurposes.signIn, now }));
      if (!isRight) {
        const retryAfter = await counted.refused();
        if (retryAfter > 0) return refuse('request.throttled', { retryAfter });
        refused(account, 'passkey.refused', call);
        return refuse('passkey.refused');
      }
      const currentDevice = device ?? newDevice();
      const isNew = await counted.granted(currentDevice);
      return openSession(account, call, { device: currentDevice, isNew, factor: 'passkey' });
    },
  };
}
