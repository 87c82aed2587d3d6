import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { needsSecondFactor, type SecondFactorPolicy } from '@dayline/contracts/fields/password';
import { type Binding, isBound } from '@dayline/vault/bound-accounts';
import type { Vault } from '@dayline/vault/port';
import { hasSecondFactor, type SecondFactors } from '@dayline/vault/second-factors';
import { updateSecondFactors } from '../account/second-factor-commands.ts';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { boundAccounts } from '../single-sign-on/bound-accounts.ts';
import { inTurn } from '../single-sign-on/single-sign-on-commands.ts';
import { type PeopleStepsDeps, type Person, peopleSteps } from './shared-people-commands.ts';

interface FactorsOfPeopleDeps {
  readonly aggregates: PeopleStepsDeps['aggregates'] & ClientAggregate;
  readonly vault: PeopleStepsDeps['vault'] & Pick<Vault, 'secondFactors' | 'reservations'>;
}

export type FactorsOfPeopleCommands = ReturnType<typeof factorsOfPeopleCommands>;

/** Who of a client needs a second factor, who lost theirs, and how long sessions may stay unused. */
export function factorsOfPeopleCommands({ aggregates, vault }: FactorsOfPeopleDeps) {
  const { execute, send } = peopleSteps({ aggregates, vault });

  async function setLocal(local: readonly Person[] | null, by: CommandContext): Promise<Changed | Refusal> {
    const localAdministrators = local?.map(({ accountId }) => accountId) ?? null;
    const names = (local ?? []).map(({ name }) => name).join(', ');
    const decided = await execute({ kind: 'setSingleSignOnPolicy', localAdministrators, names }, by);
    if (!isRefusal(decided)) await vault.secondFactors.setLocalAdministrators(by.clientId, localAdministrators);
    return decided;
  }

  return {
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

    /**
     * Sessions of all but these accounts that began otherwise end within a second in every process; null: none. Refused
     * without a provider.
     */
    async setSingleSignOnPolicy(local: readonly Person[] | null, by: CommandContext): Promise<Changed | Refusal> {
      if (!local) return setLocal(null, by);
      return inTurn(vault, by, async () => {
        const { state } = await aggregates.clients.load(streams.client(by.clientId), 0);
        return state?.singleSignOn ? setLocal(local, by) : refuse('provider.none');
      });
    },

    /** Sessions that have been unused for longer, and their sockets, end within a second in every process. */
    async setSessionIdleTime(minutes: number | null, by: CommandContext): Promise<Changed | Refusal> {
      const decided = await execute({ kind: 'setSessionIdleTime', minutes }, by);
      if (!isRefusal(decided)) await vault.secondFactors.setIdleMinutes(by.clientId, minutes);
      return decided;
    },

    /** Its next sign-in by the provider binds it anew, by the verified address. Repeated, it finishes what a crash left. */
    async unbindAccount(
      { accountId, name, role, issuer }: Person & { readonly issuer: string },
      by: CommandContext,
    ): Promise<Changed | Refusal> {
      if (!(await isBound(vault.reservations, { accountId, issuer }))) return refuse('provider.not-bound');
      const decided = await execute({ kind: 'unbind', accountId, name, role, issuer }, by);
      if (!isRefusal(decided)) await endBinding(vault, { accountId, issuer });
      return decided;
    },

    /** The account can sign in again. */
    async endSessionsOf({ accountId, name, role }: Person, by: CommandContext): Promise<Changed | Refusal> {
      const decided = await execute({ kind: 'signOut', accountId, name, role }, by);
      if (!isRefusal(decided)) await endAllSessions(vault, accountId);
      return decided;
    },

    /** Removes its second factor and ends its sessions; the next sign-in needs the password alone. */
    async resetSecondFactor(
      account: Person & { readonly reason: string },
      by: CommandContext,
    ): Promise<Changed | Refusal> {
      const { accountId, name, role, reason } = account;
      const decided = await execute({ kind: 'resetSecondFactor', accountId, name, role, reason }, by);
      if (isRefusal(decided)) return decided;
      await removeFactorsOf(vault, accountId);
      await send({ kind: 'secondFactorReset', accountId }, by);
      return decided;
    },
  };
}

const allSessions = { endSessions: { except: null } } as const;
const endAllSessions = ({ secondFactors }: Pick<Vault, 'secondFactors'>, accountId: string) =>
  updateSecondFactors(secondFactors, accountId, async (factors) => ({ factors }), allSessions);

/** Ends a binding that was made before an instant (ms since the epoch, UTC), after the account's sessions. */
export async function endBinding(
  vault: Pick<Vault, 'accounts' | 'secondFactors' | 'reservations'>,
  binding: Binding,
  { before = Number.POSITIVE_INFINITY }: { readonly before?: number } = {},
): Promise<void> {
  if (!(await isBound(vault.reservations, binding, { before }))) return;
  await endAllSessions(vault, binding.accountId);
  await boundAccounts(vault).unbind(binding);
}

/** Ends the sessions of the client's accounts that need a second factor and have none; returns those accounts. */
export async function applyPolicy(
  vault: Pick<Vault, 'accounts' | 'secondFactors'>,
  clientId: string,
  policy: SecondFactorPolicy,
): Promise<readonly string[]> {
  await vault.secondFactors.setPolicy(clientId, policy);
  const signedOut: string[] = [];
  for (const { accountId, role, isClosed, ...account } of await vault.accounts.all()) {
    if (isClosed || account.clientId !== clientId || !needsSecondFactor(policy, role)) continue;
    const unlessAdded = async (factors: SecondFactors) => (hasSecondFactor(factors) ? null : { factors });
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
  const isLater = ({ since }: { readonly since: number }) => since >= before;
  const unlessLater = async ({ totp, passkeys, recoveryCodes }: SecondFactors) => {
    if ([...(totp ? [totp] : []), ...passkeys].every(isLater)) return null;
    const factors = {
      pending: null,
      totp: totp && isLater(totp) ? totp : null,
      passkeys: passkeys.filter(isLater),
      recoveryCodes: recoveryCodes && isLater(recoveryCodes) ? recoveryCodes : null,
    };
    return { factors };
  };
  await updateSecondFactors(secondFactors, accountId, unlessLater, allSessions);
}
