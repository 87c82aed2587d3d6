import { isRefusal, refuse } from '@dayline/contracts/errors';
import { needsSecondFactor } from '@dayline/contracts/fields/password';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Sessions } from '@dayline/http/session/sessions';
import type { Vault } from '@dayline/vault/port';
import { hasSecondFactor } from '@dayline/vault/second-factors';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { FactorsOfPeopleCommands } from './factors-of-people-commands.ts';

/** What an administrator requires of the client's people. */
export const policyCalls = (
  commands: FactorsOfPeopleCommands,
  { vault, sessions }: { readonly vault: Pick<Vault, 'accounts' | 'secondFactors'>; readonly sessions: Sessions },
): Pick<CommandHandlers, 'setSecondFactorPolicy' | 'setSessionIdleTime' | 'setSingleSignOnPolicy'> => ({
  async setSecondFactorPolicy({ policy }, call) {
    const { id, identity } = call.caller;
    const { factors } = await vault.secondFactors.read(id);
    // Otherwise saving it would end the own session.
    if (needsSecondFactor(policy, identity.role) && !hasSecondFactor(factors)) return refuse('factor.own-first');
    const changed = await commands.setSecondFactorPolicy(policy, call);
    // This process caches sessions for a second.
    if (!isRefusal(changed)) for (const accountId of changed.signedOut) sessions.forget(accountId);
    return plainReply(changed, 'Policy saved.');
  },

  async setSessionIdleTime({ minutes }, call) {
    return plainReply(await commands.setSessionIdleTime(minutes, call), 'Automatic sign-out saved.');
  },

  async setSingleSignOnPolicy({ localAdministrators }, call) {
    const accounts = await vault.accounts.ofClient(call.clientId);
    const local = localAdministrators && accounts.filter(({ accountId }) => localAdministrators.includes(accountId));
    // An account of another client is refused like an unknown one.
    if (local && local.length < new Set(localAdministrators).size) return refuse('access.foreign');
    const changed = await commands.setSingleSignOnPolicy(local, call);
    // This process caches sessions for a second.
    if (!isRefusal(changed)) for (const { accountId } of accounts) sessions.forget(accountId);
    return plainReply(changed, 'Policy saved.');
  },
});
