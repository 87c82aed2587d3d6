import type { Assertion } from '@dayline/contracts/endpoints/account/passkeys';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { UsedSecondFactor } from '@dayline/contracts/events/organisation';
import type { CallContext, CommandHandlers } from '@dayline/http/handler';
import type { PendingSignIn } from '@dayline/http/session/pending-sign-in';
import type { Sessions } from '@dayline/http/session/sessions';
import { entryOf } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import { signInAttempts } from '@dayline/vault/attempts/sign-in-attempts';
import type { Account, Vault } from '@dayline/vault/port';
import { hasSecondFactor } from '@dayline/vault/second-factors';
import { addJob } from '../letters/jobs.ts';
import { actorOf } from './link-calls.ts';
import { type PasskeyDeps, passkeyPurposes, passkeySteps } from './passkeys/passkey-commands.ts';
import { enrolmentSteps } from './second-factor-calls.ts';
import { type SecondFactorDeps, secondFactorSteps } from './second-factor-commands.ts';
import { refusedSignIn, sessionOpener } from './session-calls.ts';

export interface SecondStepDeps extends SecondFactorDeps, PasskeyDeps {
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors' | 'reservations' | 'outbox'>;
  readonly sessions: Sessions;
  readonly trail: Trail;
  readonly cookieSecure: boolean;
}

type Calls = 'completeSignIn' | 'beginEnrolment' | 'confirmEnrolment';
interface Halfway {
  readonly account: Account;
  readonly pending: PendingSignIn;
}

/** The pending sign-in of the calling browser, and its account. */
export const halfwayIn =
  ({ vault, sessions }: { readonly vault: Pick<Vault, 'accounts'>; readonly sessions: Sessions }) =>
  async (call: CallContext): Promise<Halfway | Refusal> => {
    const pending = sessions.pending.find(call.cookie, call.now);
    const account = pending && (await vault.accounts.byId(pending.accountId));
    if (!account || account.sessionEpoch !== pending.sessionEpoch) return refuse('factor.sign-in-expired');
    return { account, pending };
  };

/** How a second step ends: the session opens, after a factor was added if the client requires one. */
export function secondStepEnds(deps: SecondStepDeps) {
  const { vault, trail, attempts } = deps;
  const { deviceOf, newDevice, openSession } = sessionOpener(deps);

  async function signedIn({ account, pending }: Halfway, secondFactor: UsedSecondFactor, call: CallContext) {
    const device = deviceOf(call);
    const currentDevice = device ?? newDevice();
    const counted = await signInAttempts(attempts, account.email, { address: call.address, device });
    const isNew = await counted.granted(currentDevice);
    return openSession(account, call, { device: currentDevice, isNew, factor: pending.factor, secondFactor });
  }

  async function enrolled(
    { account, pending }: Halfway,
    { factor, codes }: { readonly factor: 'totp' | 'passkey'; readonly codes: string[] },
    call: CallContext,
  ) {
    const { accountId, clientId } = account;
    const event = { type: 'SecondFactorAdded', data: { factor } } as const;
    trail.record({ ...entryOf(call), accountId, clientId, event, actor: actorOf(account) });
    const change = factor === 'totp' ? 'factorAdded' : 'passkeyAdded';
    await addJob(vault.outbox, call, { kind: 'factorsChanged', accountId, change });
    // The write that added the factor raised the epoch.
    const added = { pending, account: { ...account, sessionEpoch: account.sessionEpoch + 1 } };
    const signed = await signedIn(added, factor, call);
    if (isRefusal(signed)) return signed;
    const { body, ...reply } = signed;
    return { ...reply, body: { ...body, recoveryCodes: codes } };
  }

  return { signedIn, enrolled };
}

/**
 * The second step of a sign-in, for the holder of its cookie: a passkey, a code, or a second factor that the client
 * requires.
 */
export function secondStepCalls(_commands: object, deps: SecondStepDeps): Pick<CommandHandlers, Calls> {
  const { vault, trail } = deps;
  const { attempt, check } = secondFactorSteps(deps);
  const { use } = passkeySteps(deps);
  const { begin, confirm } = enrolmentSteps(deps, hasSecondFactor);
  const { signedIn, enrolled } = secondStepEnds(deps);
  const refused = refusedSignIn(trail);
  const halfway = halfwayIn(deps);

  const checkPasskey = (accountId: string, passkey: Assertion, { now }: CallContext) =>
    attempt<{ readonly used: UsedSecondFactor }>(accountId, async () => {
      const isRight = await use(accountId, passkey, { purpose: passkeyPurposes.secondStep(accountId), now });
      return isRight ? { used: 'passkey' } : refuse('passkey.refused');
    });

  return {
    async completeSignIn({ code = '', passkey }, call) {
      const found = await halfway(call);
      if (isRefusal(found)) return found;
      const { accountId } = found.account;
      const proved = await (passkey ? checkPasskey(accountId, passkey, call) : check(accountId, code, call));
      if (!isRefusal(proved)) {
        if (proved.used === 'recoveryCode')
          await addJob(vault.outbox, call, { kind: 'factorsChanged', accountId, change: 'recoveryCodeUsed' });
        return signedIn(found, proved.used, call);
      }
      refused(found.account, proved.refused, call);
      return proved;
    },

    async beginEnrolment(_request, call) {
      const found = await halfway(call);
      if (isRefusal(found)) return found;
      const setup = await begin(found.account, call);
      return isRefusal(setup) ? setup : { body: { success: true, message: 'Scan the QR code.', ...setup } };
    },

    async confirmEnrolment({ code }, call) {
      const found = await halfway(call);
      if (isRefusal(found)) return found;
      const { accountId } = found.account;
      const confirmed = await confirm({ accountId, code, keepSession: null }, call);
      return isRefusal(confirmed) ? confirmed : enrolled(found, { factor: 'totp', codes: confirmed.codes }, call);
    },
  };
}
