import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { AccountEvent } from '@dayline/contracts/events/organisation';
import { needsSecondFactor } from '@dayline/contracts/fields/password';
import type { CallContext, CommandHandlers, SignedInContext } from '@dayline/http/handler';
import type { Passwords } from '@dayline/http/session/passwords';
import type { Sessions } from '@dayline/http/session/sessions';
import { entryBy } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import type { Account, Vault } from '@dayline/vault/port';
import { hasSecondFactor, type SecondFactors } from '@dayline/vault/second-factors';
import { addJob, type FactorChange } from '../letters/jobs.ts';
import {
  newTotp,
  type SecondFactorDeps,
  secondFactorSteps,
  stepOf,
  updateSecondFactors,
} from './second-factor-commands.ts';

export interface SecondFactorCallDeps extends SecondFactorDeps {
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors' | 'outbox'>;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly trail: Trail;
}

/** How long a new secret waits for the code that confirms it, in ms. */
const pendingLifetime = 10 * 60_000;

interface Enrolment {
  readonly accountId: string;
  readonly code: string;
  /** Hash of the session that stays; null: none. */
  readonly keepSession: string | null;
}

/**
 * An authenticator app is added in two steps: a secret, and a code that confirms it.
 * @param exists whether these factors leave none to add
 */
export function enrolmentSteps(
  deps: SecondFactorDeps & Pick<SecondFactorCallDeps, 'sessions'>,
  exists: (factors: SecondFactors) => boolean,
) {
  const { vault, sessions } = deps;
  const { attempt, newRecoveryCodes } = secondFactorSteps(deps);
  return {
    async begin({ accountId, email }: Account, { now }: CallContext) {
      const { secret, uri } = newTotp(email);
      const outcome = await updateSecondFactors(vault.secondFactors, accountId, async (factors) =>
        exists(factors) ? refuse('factor.exists') : { factors: { ...factors, pending: { secret, since: now } } },
      );
      return isRefusal(outcome) ? outcome : { secret, uri };
    },

    /** Ends the account's other sessions. */
    confirm: ({ accountId, code, keepSession }: Enrolment, call: CallContext) =>
      attempt(accountId, async () => {
        const newCodes = await newRecoveryCodes(call);
        if (newCodes === 'busy') return refuse('sign-in.busy');
        const { codes, recoveryCodes } = newCodes;
        const { now } = call;
        const confirmed = await updateSecondFactors(
          vault.secondFactors,
          accountId,
          async (factors) => {
            const { pending } = factors;
            if (exists(factors)) return refuse('factor.exists');
            if (pending === null || now >= pending.since + pendingLifetime) return refuse('factor.enrolment-expired');
            const lastStep = await stepOf(pending.secret, code.replaceAll(/\s/g, ''), now);
            if (lastStep === null) return refuse('factor.refused');
            const added = { secret: pending.secret, since: now, lastUsedAt: now, lastStep };
            return { factors: { ...factors, pending: null, totp: added, recoveryCodes }, codes };
          },
          { endSessions: { except: keepSession } },
        );
        // This process caches sessions for a second.
        if (!isRefusal(confirmed)) sessions.forget(accountId);
        return confirmed;
      }),
  };
}

type Calls = 'beginTotp' | 'confirmTotp' | 'removeTotp' | 'makeRecoveryCodes';
const replyOf = (message: string) => ({ success: true, message, position: null }) as const;

/** The second factor of the caller's own account. Each change ends the account's other sessions. */
export function secondFactorCalls(_commands: object, deps: SecondFactorCallDeps): Pick<CommandHandlers, Calls> {
  const { vault, sessions, passwords, trail } = deps;
  const { attempt, use, newRecoveryCodes } = secondFactorSteps(deps);
  const { begin, confirm } = enrolmentSteps(deps, ({ totp }) => totp !== null);
  /** In the trail, and by a mail to the owner. */
  function changed(call: SignedInContext, event: AccountEvent, change: FactorChange): Promise<void> {
    trail.record({ ...entryBy(call.caller, call), event });
    return addJob(vault.outbox, call, { kind: 'factorsChanged', accountId: call.caller.id, change });
  }

  /** Checks the password and uses a code; with a wrong password no code is used up. */
  const prove = ({ password, code }: { readonly password: string; readonly code: string }, call: SignedInContext) =>
    attempt(call.caller.id, async () => {
      const { id } = call.caller;
      if (!hasSecondFactor((await vault.secondFactors.read(id)).factors)) return refuse('factor.missing');
      const account = await vault.accounts.byId(id);
      const verdict = await passwords.verify(account?.passwordHash ?? null, password, call.address);
      if (verdict === 'busy') return refuse('sign-in.busy');
      const used = verdict.isRight ? await use(id, code, call) : null;
      if (used === 'busy') return refuse('sign-in.busy');
      return used === null ? refuse('factor.proof-refused') : { used };
    });

  /** Replaces factors and ends the other sessions. */
  async function replace(
    { caller }: SignedInContext,
    change: (factors: SecondFactors) => Promise<{ readonly factors: SecondFactors } | Refusal>,
  ) {
    const ends = { endSessions: { except: caller.sessionHash } };
    const changed = await updateSecondFactors(vault.secondFactors, caller.id, change, ends);
    sessions.forget(caller.id);
    return changed;
  }

  return {
    async beginTotp(_request, call) {
      const account = await vault.accounts.byId(call.caller.id);
      if (!account) return refuse('session.missing');
      const setup = await begin(account, call);
      return isRefusal(setup)
        ? setup
        : { body: { ...replyOf('Scan the QR code with an authenticator app.'), ...setup } };
    },

    async confirmTotp({ code }, call) {
      const { id: accountId, sessionHash: keepSession } = call.caller;
      const confirmed = await confirm({ accountId, code, keepSession }, call);
      if (isRefusal(confirmed)) return confirmed;
      await changed(call, { type: 'SecondFactorAdded', data: { factor: 'totp' } }, 'factorAdded');
      return { body: { ...replyOf('The second factor is on.'), recoveryCodes: confirmed.codes } };
    },

    async removeTotp(request, call) {
      const { clientId, role } = call.caller.identity;
      const isRequired = needsSecondFactor(await vault.secondFactors.policyOf(clientId), role);
      const { totp, passkeys } = (await vault.secondFactors.read(call.caller.id)).factors;
      if (totp === null) return refuse('factor.missing');
      if (isRequired && passkeys.length === 0) return refuse('factor.required');
      const proved = await prove(request, call);
      if (isRefusal(proved)) return proved;
      const removed = await replace(call, async (factors) => {
        const factorsLeft = { ...factors, totp: null };
        if (hasSecondFactor(factorsLeft)) return { factors: factorsLeft };
        return isRequired ? refuse('factor.required') : { factors: { ...factorsLeft, recoveryCodes: null } };
      });
      if (isRefusal(removed)) return removed;
      await changed(call, { type: 'SecondFactorRemoved', data: { factor: 'totp' } }, 'factorRemoved');
      return { body: replyOf('The second factor is off.') };
    },

    async makeRecoveryCodes(request, call) {
      const proved = await prove(request, call);
      if (isRefusal(proved)) return proved;
      const newCodes = await newRecoveryCodes(call);
      if (newCodes === 'busy') return refuse('sign-in.busy');
      const { codes, recoveryCodes } = newCodes;
      await replace(call, async (factors) => ({ factors: { ...factors, recoveryCodes } }));
      await changed(call, { type: 'RecoveryCodesMade', data: {} }, 'recoveryCodesMade');
      return { body: { ...replyOf('New recovery codes.'), recoveryCodes: codes } };
    },
  };
}
