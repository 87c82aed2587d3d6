import { isRefusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers } from '@dayline/http/handler';
import type { Sessions } from '@dayline/http/session/sessions';
import type { Vault } from '@dayline/vault/port';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { FactorsOfPeopleCommands } from './factors-of-people-commands.ts';
import type { SingleSignOnCommands } from '../single-sign-on/single-sign-on-commands.ts';

/** An administrator requires single sign-on of the client's people, or no longer. */
export const singleSignOnPolicyCalls = (
  commands: Pick<FactorsOfPeopleCommands, 'setSingleSignOnPolicy'> & Pick<SingleSignOnCommands, 'singleSignOnOf'>,
  { vault, sessions }: { readonly vault: Pick<Vault, 'accounts'>; readonly sessions: Sessions },
): Pick<CommandHandlers, 'setSingleSignOnPolicy'> => ({
  async setSingleSignOnPolicy({ localAdministrators }, call) {
    const accounts = await vault.accounts.ofClient(call.clientId);
    const local = localAdministrators && accounts.filter(({ accountId }) => localAdministrators.includes(accountId));
    // An account of another client is refused like an unknown one.
    if (local && local.length < new Set(localAdministrators).size) return refuse('access.foreign');
    if (local && (await commands.singleSignOnOf(call.clientId, 0)) === null) return refuse('provider.none');
    const changed = await commands.setSingleSignOnPolicy(local, call);
    // This process caches sessions for a second.
    if (!isRefusal(changed)) for (const { accountId } of accounts) sessions.forget(accountId);
    return plainReply(changed, 'Policy saved.');
  },
});
