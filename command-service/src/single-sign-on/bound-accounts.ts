import { createHash } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { emailKey } from '@dayline/contracts/fields/email-address';
import { type Binding, boundAccount } from '@dayline/vault/bound-accounts';
import type { Account, Vault } from '@dayline/vault/port';
import type { ProvenPerson } from './providers.ts';

/** The account of an issuer's subject. */
const subjects = 'singleSignOnSubject';

interface Hospital {
  readonly clientId: string;
  readonly issuer: string;
  readonly domains: readonly string[];
}

/**
 * Accounts bound to people of a sign-in provider: issuer and subject count, and an account has one subject at an issuer.
 * Both are unique values in the vault.
 */
export function boundAccounts({ accounts: stored, reservations }: Pick<Vault, 'accounts' | 'reservations'>) {
  /** Only the owner, proven by the provider, is answered that the account is closed. */
  async function accountOf(accountId: string, clientId: string): Promise<Account | Refusal> {
    const account = await stored.byId(accountId);
    if (!account) return refuse('sign-in.closed');
    return account.clientId === clientId ? account : refuse('provider.unknown');
  }

  /** The account with the address that the provider has verified. It has a password: an invitation is accepted first. */
  async function accountWith(email: string, { clientId, domains }: Hospital): Promise<Account | Refusal> {
    const address = emailKey(email);
    if (!domains.includes(address.slice(address.lastIndexOf('@') + 1))) return refuse('provider.unknown');
    const found = await stored.evenClosed(address);
    if (found?.account.clientId !== clientId || found.account.passwordHash === null) return refuse('provider.unknown');
    return found.isClosed ? refuse('sign-in.closed') : found.account;
  }

  return {
    /** @returns whether it was bound just now */
    async find(
      person: ProvenPerson,
      hospital: Hospital,
    ): Promise<{ readonly account: Account; readonly isNew: boolean } | Refusal> {
      const { clientId, issuer } = hospital;
      const subject = JSON.stringify([clientId, issuer, person.subject]);
      const bound = await reservations.find(subjects, subject);
      if (bound?.completed) {
        const account = await accountOf(bound.id, clientId);
        return isRefusal(account) ? account : { account, isNew: false };
      }
      const email = await person.verifiedEmail();
      if (email === null) return refuse('provider.email');
      if (typeof email !== 'string') return email;
      const account = await accountWith(email, hospital);
      if (isRefusal(account)) return account;
      const { accountId } = account;
      // The account's side first: of two subjects at once, one gets it. What a crash leaves, the same subject completes.
      const hash = createHash('sha256').update(subject).digest('hex');
      const ofAccount = boundAccount({ accountId, issuer });
      const isFree = (await reservations.reserve(...ofAccount, hash)).isMine;
      if (!isFree || !(await reservations.reserve(subjects, subject, accountId)).isMine)
        return refuse('provider.unknown');
      await reservations.complete(...ofAccount, hash);
      await reservations.complete(subjects, subject, accountId);
      return { account, isNew: true };
    },

    /** The account's side last: until then it counts as bound, and can be unbound again after a crash. */
    async unbind(binding: Binding): Promise<void> {
      const [scope, value] = boundAccount(binding);
      const bound = await reservations.find(scope, value);
      if (!bound) return;
      await reservations.releaseOthersOf(binding.accountId, subjects, '');
      // What a crash left of a binding is not completed.
      await reservations.release(scope, value, bound.id);
      await reservations.releaseOthersOf(bound.id, scope, '');
    },
  };
}
