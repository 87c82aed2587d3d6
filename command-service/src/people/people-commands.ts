import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { needsSecondFactor, type SecondFactorPolicy } from '@dayline/contracts/fields/password';
import type { Passwords } from '@dayline/http/session/passwords';
import type { ListedAccount, Vault } from '@dayline/vault/port';
import { noSecondFactors, type SecondFactors } from '@dayline/vault/second-factors';
import { updateSecondFactors } from '../account/second-factor-commands.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { PeopleCommand, people } from './people.ts';

interface PeopleDeps {
  readonly aggregates: { readonly people: HandlerOf<typeof people> };
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors'>;
  readonly passwords: Passwords;
}

type Person = Pick<ListedAccount, 'accountId' | 'name' | 'role'>;

export type PeopleCommands = ReturnType<typeof peopleCommands>;

/** Which accounts of a client may sign in. The event comes first, since it can be repeated; then the vault. */
export function peopleCommands({ aggregates, vault, passwords }: PeopleDeps) {
  const execute = (command: PeopleCommand, by: CommandContext) =>
    aggregates.people.execute({ stream: streams.people(by.clientId), command, context: undefined, by });
  const decide = ({ accountId, name, role }: Person, kind: 'deactivate' | 'reactivate', by: CommandContext) =>
    execute({ kind, accountId, name, role }, by);

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

    /**
     * Ends the sessions of the client's accounts that need a second factor and have none; their next sign-in begins with
     * adding one. Repeated with the same policy, it finishes what a crash left.
     */
    async setSecondFactorPolicy(
      policy: SecondFactorPolicy,
      by: CommandContext,
    ): Promise<(Changed & { readonly signedOut: readonly string[] }) | Refusal> {
      const { clientId } = by;
      const decided = await execute({ kind: 'setSecondFactorPolicy', policy }, by);
      if (isRefusal(decided)) return decided;
      return { position: decided.position, signedOut: await applyPolicy(vault, clientId, policy) };
    },

    /** Removes its second factor and ends its sessions; the next sign-in needs the password alone. */
    async resetSecondFactor(
      account: Person & { readonly reason: string },
      by: CommandContext,
    ): Promise<Person | Refusal> {
      const { accountId, name, role, reason } = account;
      const decided = await execute({ kind: 'resetSecondFactor', accountId, name, role, reason }, by);
      if (isRefusal(decided)) return decided;
      await removeFactorsOf(vault, accountId);
      return account;
    },
  };
}

const allSessions = { endSessions: { except: null } } as const;

/** Ends the sessions of the client's accounts that need a second factor and have none; returns those accounts. */
export async function applyPolicy(
  vault: PeopleDeps['vault'],
  clientId: string,
  policy: SecondFactorPolicy,
): Promise<readonly string[]> {
  await vault.secondFactors.setPolicy(clientId, policy);
  const signedOut: string[] = [];
  for (const { accountId, role, isClosed, ...account } of await vault.accounts.all()) {
    if (isClosed || account.clientId !== clientId || !needsSecondFactor(policy, role)) continue;
    const unlessAdded = async (factors: SecondFactors) => (factors.totp === null ? { factors } : null);
    const ended = await updateSecondFactors(vault.secondFactors, accountId, unlessAdded, allSessions);
    if (ended) signedOut.push(accountId);
  }
  return signedOut;
}

/** Removes the factors that the account added before an instant (ms since the epoch, UTC), and ends its sessions. */
export async function removeFactorsOf(
  { secondFactors }: Pick<Vault, 'secondFactors'>,
  accountId: string,
  { before = Number.POSITIVE_INFINITY }: { readonly before?: number } = {},
): Promise<void> {
  const unlessLater = async ({ totp }: SecondFactors) =>
    totp !== null && totp.since < before ? { factors: noSecondFactors } : null;
  await updateSecondFactors(secondFactors, accountId, unlessLater, allSessions);
}
