import type { Role } from '@dayline/contracts/endpoints/definition';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { Passwords } from '@dayline/http/session/passwords';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { Vault } from '@dayline/vault/port';
import { type AccountAggregate, addAccount } from '../account/account-commands.ts';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { DoctorAggregate } from '../doctor/doctor-commands.ts';
import { addressScope, reserveAddress } from '../unique-values/email-address.ts';
import { type PeopleStepsDeps, type Person, peopleSteps } from './shared-people-commands.ts';

interface PeopleDeps {
  readonly aggregates: PeopleStepsDeps['aggregates'] & AccountAggregate & DoctorAggregate;
  readonly vault: PeopleStepsDeps['vault'] & Pick<Vault, 'reservations'>;
  readonly passwords: Passwords;
}

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly role: Exclude<Role, 'doctor'>;
}

export type PeopleCommands = ReturnType<typeof peopleCommands>;

/** Which accounts of a client may sign in. The event comes first, since it can be repeated; then the vault. */
export function peopleCommands({ aggregates, vault, passwords }: PeopleDeps) {
  const { execute, send } = peopleSteps({ aggregates, vault });
  const decide = ({ accountId, name, role }: Person, kind: 'invite' | 'activate' | 'reactivate', by: CommandContext) =>
    execute({ kind, accountId, name, role }, by);
  async function deactivate(account: Person, by: CommandContext, evenLast: boolean): Promise<Changed | Refusal> {
    const { accountId, name, role } = account;
    const decided = await execute({ kind: 'deactivate', accountId, name, role, ...(evenLast && { evenLast }) }, by);
    if (isRefusal(decided)) return decided;
    await vault.accounts.close(accountId);
    return decided;
  }

  return {
    /** Its sessions and sockets end within a second in every process. */
    deactivateAccount: (account: Person, by: CommandContext) => deactivate(account, by, false),
    /** For accounts whose password is public. */
    deactivateEvenLast: (account: Person, by: CommandContext) => deactivate(account, by, true),

    /** Without a password, its owner is sent a link to set one. */
    async reactivateAccount(
      account: Person & { readonly password?: string },
      by: CommandContext,
    ): Promise<Changed | Refusal> {
      const { accountId, password } = account;
      const passwordHash = password === undefined ? null : await passwords.hash(password, 'this process');
      if (passwordHash === 'busy') return refuse('sign-in.busy');
      const decided = await decide(account, 'reactivate', by);
      if (isRefusal(decided)) return decided;
      await vault.accounts.reopen(accountId);
      if (passwordHash !== null) await vault.accounts.setPassword(accountId, passwordHash);
      else if (decided.position !== null) await send({ kind: 'invitation', accountId }, by);
      return decided;
    },

    /** The account exists from now on, without a password; its owner is sent a link to set one. */
    async invitePerson(person: NewPerson, by: CommandContext): Promise<(Changed & Person) | Refusal> {
      const accountId = derivedFrom(by.commandId, 'account');
      const email = emailKey(person.email);
      const { name, role } = person;
      const { clientId } = by;
      if (!(await reserveAddress({ aggregates, vault }, email, { accountId }))) return refuse('email.taken');
      // An account without its invitation is listed, and can be invited again.
      const account = { accountId, email, role, name, clientId, pocId: null, passwordHash: null };
      const added = await addAccount({ aggregates, vault }, account, partOf(by, 'account'));
      if (isRefusal(added)) return added;
      await vault.reservations.complete(addressScope, email, accountId);
      const invited = await decide({ accountId, name, role }, 'invite', by);
      if (isRefusal(invited)) return invited;
      await send({ kind: 'invitation', accountId }, by);
      return { ...invited, accountId, name, role };
    },

    /** The former link becomes invalid with the new one. */
    async inviteAgain(account: Person, by: CommandContext): Promise<Changed | Refusal> {
      const invited = await decide(account, 'invite', by);
      if (!isRefusal(invited)) await send({ kind: 'invitation', accountId: account.accountId }, by);
      return invited;
    },

    /** Its owner followed an invitation. Refused if it was deactivated since. */
    activateAccount: (account: Person, by: CommandContext): Promise<Changed | Refusal> =>
      decide(account, 'activate', by),

    async renameAccount(
      { accountId, role, name: former }: Person,
      name: string,
      by: CommandContext,
    ): Promise<Changed | Refusal> {
      const renamed = await execute({ kind: 'rename', accountId, name, role, former }, by);
      if (!isRefusal(renamed)) await vault.accounts.setName(accountId, name);
      return renamed;
    },
  };
}
