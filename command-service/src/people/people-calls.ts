import { isRefusal, refuse } from '@dayline/contracts/errors';
import { needsSecondFactor } from '@dayline/contracts/fields/password';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Sessions } from '@dayline/http/session/sessions';
import type { Vault } from '@dayline/vault/port';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { PeopleCommands } from './people-commands.ts';

/** What an administrator decides about the people of the client. */
export function peopleCalls(
  { setSecondFactorPolicy }: Pick<PeopleCommands, 'setSecondFactorPolicy'>,
  { vault, sessions }: { readonly vault: Pick<Vault, 'secondFactors'>; readonly sessions: Sessions },
): Pick<CommandHandlers, 'setSecondFactorPolicy'> {
  return {
    async setSecondFactorPolicy({ policy }, call) {
      const { id, identity } = call.caller;
      const { factors } = await vault.secondFactors.read(id);
      // Otherwise saving it would end the own session.
      if (needsSecondFactor(policy, identity.role) && factors.totp === null) return refuse('factor.own-first');
      const changed = await setSecondFactorPolicy(policy, call);
      // This process caches sessions for a second.
      if (!isRefusal(changed)) for (const accountId of changed.signedOut) sessions.forget(accountId);
      return plainReply(changed, 'Policy saved.');
    },
  };
}
