import { createHash } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { Account, Vault } from '@dayline/vault/port';
import type { ProvenPerson } from './providers.ts';

/** The account of an issuer's subject. */
const subjects = 'singleSignOnSubject';
/** The issuer and subject of an account, as a hash. */
const accounts = 'singleSignOnAccount';

const subjectOf = (accountId: string, issuer: string): string => `${accountId} ${issuer}`;

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
  /** Whoever proved to be the owner learns that the account is closed. */
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
      const ofAccount = subjectOf(accountId, issuer);
      const isFree = (await reservations.reserve(accounts, ofAccount, hash)).isMine;
      if (!isFree || !(await reservations.reserve(subjects, subject, accountId)).isMine)
        return refuse('provider.unknown');
      await reservations.complete(accounts, ofAccount, hash);
      await reservations.complete(subjects, subject, accountId);
      return { account, isNew: true };
    },

    isBound: async (accountId: string, issuer: string): Promise<boolean> =>
      (await reservations.find(accounts, subjectOf(accountId, issuer))) !== null,

    /** The account's side last: until then it counts as bound, and can be unbound again after a crash. */
    async unbind(accountId: string, issuer: string): Promise<void> {
      const bound = await reservations.find(accounts, subjectOf(accountId, issuer));
      if (!bound) return;
      await reservations.releaseOthersOf(accountId, subjects, '');
      // What a crash left of a binding is not completed.
      await reservations.release(accounts, subjectOf(accountId, issuer), bound.id);
      await reservations.releaseOthersOf(bound.id, accounts, '');
    },
  };
}
