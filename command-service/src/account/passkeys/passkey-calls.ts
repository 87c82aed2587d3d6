import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { AccountEvent } from '@dayline/contracts/events/organisation';
import { needsSecondFactor } from '@dayline/contracts/fields/password';
import type { CommandHandlers, SignedInContext } from '@dayline/http/handler';
import type { Sessions } from '@dayline/http/session/sessions';
import { entryBy } from '@dayline/http/trail/call-entry';
import type { Trail } from '@dayline/http/trail/trail';
import type { Vault } from '@dayline/vault/port';
import { hasSecondFactor, maxPasskeys } from '@dayline/vault/second-factors';
import { addJob, type FactorChange } from '../../letters/jobs.ts';
import { type SecondFactorDeps, secondFactorSteps, updateSecondFactors } from '../second-factor-commands.ts';
import { type PasskeyDeps, passkeyPurposes, passkeySteps, withPasskey } from './passkey-commands.ts';

export interface PasskeyCallDeps extends SecondFactorDeps, PasskeyDeps {
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors' | 'reservations' | 'outbox'>;
  readonly sessions: Sessions;
  readonly trail: Trail;
}

type Calls = 'beginAddPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey';
const replyOf = (message: string) => ({ success: true, message, position: null }) as const;

/** The passkeys of the caller's own account. Each change ends the account's other sessions. */
export function passkeyCalls(_commands: object, deps: PasskeyCallDeps): Pick<CommandHandlers, Calls> {
  const { vault, sessions, trail } = deps;
  const { creation, newPasskey } = passkeySteps(deps);
  const { newRecoveryCodes } = secondFactorSteps(deps);
  const endOthers = ({ caller }: SignedInContext) => ({ endSessions: { except: caller.sessionHash } });

  /** In the trail, and by a mail to the owner. */
  function changed(call: SignedInContext, event: AccountEvent, change: FactorChange): Promise<void> {
    // This process caches sessions for a second.
    sessions.forget(call.caller.id);
    trail.record({ ...entryBy(call.caller, call), event });
    return addJob(vault.outbox, call, { kind: 'factorsChanged', accountId: call.caller.id, change });
  }

  return {
    async beginAddPasskey(_request, { caller }) {
      const account = await vault.accounts.byId(caller.id);
      if (!account) return refuse('session.missing');
      const { passkeys } = (await vault.secondFactors.read(caller.id)).factors;
      if (passkeys.length >= maxPasskeys) return refuse('passkey.too-many');
      const options = await creation(passkeyPurposes.adding(caller.id), account, passkeys);
      return { body: { ...replyOf('Your browser can make a passkey now.'), options } };
    },

    async addPasskey({ name, passkey }, call) {
      const { id: accountId } = call.caller;
      const added = await newPasskey(passkeyPurposes.adding(accountId), passkey, { name, now: call.now });
      if (added === null) return refuse('passkey.refused');
      const hasCodes = (await vault.secondFactors.read(accountId)).factors.recoveryCodes !== null;
      const codes = hasCodes ? null : await newRecoveryCodes(call);
      if (codes === 'busy') return refuse('sign-in.busy');
      const outcome = await updateSecondFactors(
        vault.secondFactors,
        accountId,
        async (factors) => {
          const { passkeys } = factors;
          if (passkeys.length >= maxPasskeys) return refuse('passkey.too-many');
          if (passkeys.some(({ id }) => id === added.id)) return refuse('passkey.refused');
          const isFirst = factors.recoveryCodes === null;
          const recoveryCodes = isFirst && codes ? codes.recoveryCodes : factors.recoveryCodes;
          return { factors: { ...factors, passkeys: [...passkeys, added], recoveryCodes }, isFirst };
        },
        endOthers(call),
      );
      if (isRefusal(outcome)) return outcome;
      await changed(call, { type: 'SecondFactorAdded', data: { factor: 'passkey' } }, 'passkeyAdded');
      return {
        body: { ...replyOf('Passkey added.'), ...(outcome.isFirst && codes && { recoveryCodes: codes.codes }) },
      };
    },

    async renamePasskey({ passkeyId, name }, call) {
      const renamed = await updateSecondFactors(vault.secondFactors, call.caller.id, async (factors) => {
        const passkey = factors.passkeys.find(({ id }) => id === passkeyId);
        if (!passkey) return refuse('passkey.missing');
        return { factors: withPasskey(factors, { ...passkey, name }) };
      });
      if (isRefusal(renamed)) return renamed;
      trail.record({ ...entryBy(call.caller, call), event: { type: 'PasskeyRenamed', data: {} } });
      return { body: replyOf('Passkey renamed.') };
    },

    async removePasskey({ passkeyId }, call) {
      const { clientId, role } = call.caller.identity;
      const isRequired = needsSecondFactor(await vault.secondFactors.policyOf(clientId), role);
      const removed = await updateSecondFactors(
        vault.secondFactors,
        call.caller.id,
        async (factors) => {
          const passkeys = factors.passkeys.filter(({ id }) => id !== passkeyId);
          if (passkeys.length === factors.passkeys.length) return refuse('passkey.missing');
          const factorsLeft = { ...factors, passkeys };
          if (hasSecondFactor(factorsLeft)) return { factors: factorsLeft };
          return isRequired ? refuse('factor.required') : { factors: { ...factorsLeft, recoveryCodes: null } };
        },
        endOthers(call),
      );
      if (isRefusal(removed)) return removed;
      await changed(call, { type: 'SecondFactorRemoved', data: { factor: 'passkey' } }, 'passkeyRemoved');
      return { body: replyOf('Passkey removed.') };
    },
  };
}
