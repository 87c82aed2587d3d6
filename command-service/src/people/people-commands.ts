import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Passwords } from '@dayline/http/session/passwords';
import type { ListedAccount, Vault } from '@dayline/vault/port';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { PeopleCommand, people } from './people.ts';

interface PeopleDeps {
  readonly aggregates: { readonly people: HandlerOf<typeof people> };
  readonly vault: Pick<Vault, 'accounts'>;
  readonly passwords: Passwords;
}

type Person = Pick<ListedAccount, 'accountId' | 'name' | 'role'>;

/** Which accounts of a client may sign in. The event comes first, since it can be repeated; then the vault. */
export function peopleCommands({ aggregates, vault, passwords }: PeopleDeps) {
  const decide = ({ accountId, name, role }: Person, kind: PeopleCommand['kind'], by: CommandContext) =>
    aggregates.people.execute({
      stream: streams.people(by.clientId),
      command: { kind, accountId, name, role },
      context: undefined,
      by,
    });

  return {
    /** Its sessions and sockets end within a second in every process. */
    async deactivateAccount(account: Person, by: CommandContext): Promise<Person | Refusal> {
      const decided = await decide(account, 'deactivate', by);
      if (isRefusal(decided)) return decided;
      await vault.accounts.close(account.accountId);
      return account;
    },

    async reactivateAccount(
      account: Person & { readonly password: string },
      by: CommandContext,
    ): Promise<Person | Refusal> {
      const passwordHash = await passwords.hash(account.password, 'this process');
      if (passwordHash === 'busy') return refuse('sign-in.busy');
      const decided = await decide(account, 'reactivate', by);
      if (isRefusal(decided)) return decided;
      await vault.accounts.reopen(account.accountId);
      await vault.accounts.setPassword(account.accountId, passwordHash);
      return account;
    },
  };
}
