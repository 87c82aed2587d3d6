import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { CommandHandlers, SignedInContext } from '@dayline/http/handler';
import type { Sessions } from '@dayline/http/session/sessions';
import type { AccountOfClient, Vault } from '@dayline/vault/port';
import { hasSecondFactor } from '@dayline/vault/second-factors';
import type { Changed } from '../command-handler/plain-reply.ts';
import { doneWords, plainReply } from '../command-handler/plain-reply.ts';
import type { SingleSignOnCommands } from '../single-sign-on/single-sign-on-commands.ts';
import type { FactorsOfPeopleCommands } from './factors-of-people-commands.ts';
import type { PeopleCommands } from './people-commands.ts';

type Calls =
  | 'invitePerson'
  | 'resendInvitation'
  | 'renamePerson'
  | 'changeOwnName'
  | 'deactivatePerson'
  | 'reactivatePerson'
  | 'resetSecondFactorOfPerson'
  | 'unbindPerson'
  | 'endSessionsOfPerson';

interface PeopleCallDeps {
  readonly vault: Pick<Vault, 'secondFactors' | 'accounts'>;
  readonly sessions: Sessions;
}

/** What an administrator decides about the people of the client. */
export function peopleCalls(
  commands: PeopleCommands & FactorsOfPeopleCommands & SingleSignOnCommands,
  { vault, sessions }: PeopleCallDeps,
): Pick<CommandHandlers, Calls> {
  /** An account of another client is refused like an unknown one. */
  async function change(
    accountId: string,
    { clientId }: SignedInContext,
    work: (account: AccountOfClient) => Promise<Changed | Refusal>,
  ) {
    const account = (await vault.accounts.ofClient(clientId)).find((candidate) => candidate.accountId === accountId);
    return account ? work(account) : refuse('access.foreign');
  }
  /** This process caches sessions for a second. */
  const forget = <Result extends Changed | Refusal>(accountId: string, changed: Result): Result => {
    if (!isRefusal(changed)) sessions.forget(accountId);
    return changed;
  };

  return {
    async invitePerson({ name, email, role }, call) {
      const invited = await commands.invitePerson({ name, email, role }, call);
      if (isRefusal(invited)) return invited;
      const { position, accountId } = invited;
      return {
        body: { success: true, message: doneWords(position, 'Invitation sent.'), position, accountId },
        position,
      };
    },

    async resendInvitation({ accountId }, call) {
      const sent = await change(accountId, call, async (account) => {
        if (account.isClosed) return refuse('account.deactivated');
        return account.hasPassword ? refuse('account.active') : commands.inviteAgain(account, call);
      });
      return plainReply(sent, 'Invitation sent.');
    },

    async renamePerson({ accountId, name }, call) {
      const renamed = await change(accountId, call, async (account) =>
        account.role === 'doctor' ? refuse('account.of-doctor') : commands.renameAccount(account, name, call),
      );
      return plainReply(forget(accountId, renamed), 'Name saved.');
    },

    async changeOwnName({ name }, call) {
      const { id } = call.caller;
      const account = await vault.accounts.byId(id);
      if (!account) return refuse('session.missing');
      return plainReply(forget(id, await commands.renameAccount(account, name, call)), 'Name saved.');
    },

    async deactivatePerson({ accountId }, call) {
      const closed = await change(accountId, call, (account) => commands.deactivateAccount(account, call));
      return plainReply(forget(accountId, closed), 'Account deactivated.');
    },

    async reactivatePerson({ accountId }, call) {
      const opened = await change(accountId, call, (account) => commands.reactivateAccount(account, call));
      return plainReply(opened, 'Account reactivated.');
    },

    async unbindPerson({ accountId }, call) {
      const unbound = await change(accountId, call, async (account) => {
        const provider = await commands.singleSignOnOf(call.clientId, 0);
        if (provider === null) return refuse('provider.not-bound');
        return isRefusal(provider) ? provider : commands.unbindAccount({ ...account, issuer: provider.issuer }, call);
      });
      return plainReply(forget(accountId, unbound), 'Account unbound.');
    },

    async endSessionsOfPerson({ accountId }, call) {
      const ended = await change(accountId, call, async (account) =>
        accountId === call.caller.id ? refuse('account.own') : commands.endSessionsOf(account, call),
      );
      return plainReply(forget(accountId, ended), 'Sessions ended.');
    },

    async resetSecondFactorOfPerson({ accountId, reason }, call) {
      const reset = await change(accountId, call, async (account) => {
        if (accountId === call.caller.id) return refuse('account.own');
        const { factors } = await vault.secondFactors.read(accountId);
        return hasSecondFactor(factors)
          ? commands.resetSecondFactor({ ...account, reason }, call)
          : refuse('factor.missing');
      });
      return plainReply(forget(accountId, reset), 'Second factor reset.');
    },
  };
}
