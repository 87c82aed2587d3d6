import { emailKey } from '@dayline/contracts/fields/email-address';
import { languages } from '@dayline/contracts/fields/language';
import { Binary } from 'mongodb';
import type { Account, Vault } from '../port.ts';
import { noSecondFactors, policyIn, type SecondFactorStore, sealed, unsealed } from '../second-factors.ts';
import { factorsSealId, type VaultSecrets } from '../secrets.ts';
import type { AccountDocument, PolicyDocument, VaultCollections } from './collections.ts';
import { type Reach, unlessDuplicate } from './reach.ts';

/** An account without its token hashes and second factors, which no other module needs. */
export function accountOf({
  _id,
  openTokens: __,
  passwordChangedAt: ___,
  closed: ____,
  sealedFactors: _____,
  factorsRevision: ______,
  lastSignInAt: _______,
  language,
  ...account
}: AccountDocument): Account {
  // None is chosen, or one that only a newer build knows.
  return { accountId: _id, ...account, language: languages.find((candidate) => candidate === language) };
}

/** Ends every session of the account. */
export const endOfSessions = { $inc: { sessionEpoch: 1 }, $currentDate: { passwordChangedAt: true } } as const;

/** Options that answer the account with its new epoch. */
export const raisedEpoch = { projection: { sessionEpoch: 1 }, returnDocument: 'after' } as const;

/**
 * The update that brings a session to its account's new epoch, if it was in force before. Should it fail, the session
 * has ended with the others.
 */
export const keptSession = ({ _id: accountId, sessionEpoch }: AccountEpoch, tokenHash: string) =>
  [{ _id: tokenHash, accountId, epoch: sessionEpoch - 1 }, { $inc: { epoch: 1 } }] as const;
type AccountEpoch = Pick<AccountDocument, '_id' | 'sessionEpoch'>;

/** Ends every session of the account and voids its tokens. */
const endOfAll = {
  ...endOfSessions,
  $unset: { openTokens: '' },
} as const;

/** Sets a password and, in the same write, ends every session of the account and voids its tokens. */
export const newPassword = (passwordHash: string) => ({ $set: { passwordHash }, ...endOfAll }) as const;

/** Filter for accounts that aren't closed. */
export const isOpen = { closed: { $exists: false } } as const;

export function mongoAccounts({ accounts, sessions }: VaultCollections, reach: Reach): Vault['accounts'] {
  const found = async (filter: { _id: string } | { email: string }): Promise<Account | null> => {
    const document = await reach(() => accounts.findOne({ ...filter, ...isOpen }));
    return document && accountOf(document);
  };
  return {
    add: ({ accountId, ...account }) =>
      reach(() =>
        unlessDuplicate(() => accounts.insertOne({ _id: accountId, ...account, email: emailKey(account.email) })),
      ),
    byEmail: (email) => found({ email: emailKey(email) }),
    byId: (accountId) => found({ _id: accountId }),
    async ownerOf(email) {
      const document = await reach(() => accounts.findOne({ email: emailKey(email) }));
      if (!document) return null;
      const { _id: accountId, pocId, clientId, closed = false } = document;
      return { accountId, pocId, clientId, isClosed: closed };
    },
    all: () =>
      reach(async () => {
        const found = await accounts.find({}, { sort: { _id: 1 } }).toArray();
        return found.map((document) => {
          const { passwordHash: _, ...account } = accountOf(document);
          return { ...account, isClosed: document.closed ?? false };
        });
      }),
    ofClient: (clientId) =>
      reach(async () => {
        const found = await accounts.find({ clientId }, { sort: { _id: 1 } }).toArray();
        return found.map((document) => {
          const { passwordHash, sessionEpoch: _, language: __, ...account } = accountOf(document);
          const { closed = false, lastSignInAt = null, openTokens } = document;
          const ends = (openTokens?.invitation ?? []).map(({ expiresAt }) => expiresAt);
          return {
            ...account,
            isClosed: closed,
            hasPassword: passwordHash !== null,
            lastSignInAt,
            invitedUntil: ends.length === 0 ? null : Math.max(...ends),
          };
        });
      }),
    clientIds: () => reach(() => accounts.distinct('clientId')),
    async setPassword(accountId, passwordHash) {
      await reach(() => accounts.updateOne({ _id: accountId, ...isOpen }, newPassword(passwordHash)));
    },
    async changePassword(accountId, { from, to, keep }) {
      const asKnown = { _id: accountId, passwordHash: from, ...isOpen };
      const changed = await reach(() => accounts.findOneAndUpdate(asKnown, newPassword(to), raisedEpoch));
      if (changed === null) return false;
      await reach(() => sessions.updateOne(...keptSession(changed, keep)));
      return true;
    },
    async rehash({ accountId, sessionEpoch }, passwordHash) {
      await reach(() => accounts.updateOne({ _id: accountId, sessionEpoch, ...isOpen }, { $set: { passwordHash } }));
    },
    async setLanguage(accountId, language) {
      await reach(() => accounts.updateOne({ _id: accountId }, { $set: { language } }));
    },
    async setName(accountId, name) {
      await reach(() => accounts.updateOne({ _id: accountId }, { $set: { name } }));
    },
    async close(accountId) {
      const closed = { ...endOfAll, $set: { passwordHash: null, closed: true } } as const;
      await reach(() => accounts.updateOne({ _id: accountId }, closed));
    },
    async reopen(accountId) {
      const change = { $unset: { closed: '' }, $inc: { sessionEpoch: 1 } } as const;
      await reach(() => accounts.updateOne({ _id: accountId, closed: true }, change));
    },
  };
}

/** Second factors, in their account's document: one guarded write changes them and ends the sessions. */
export function mongoSecondFactors(
  { accounts, sessions, policies }: VaultCollections,
  secrets: VaultSecrets,
  reach: Reach,
): SecondFactorStore {
  async function set(clientId: string, fields: Omit<PolicyDocument, '_id'>): Promise<void> {
    // Two concurrent first ones collide on the id: the later is repeated as an update.
    const update = () => policies.updateOne({ _id: clientId }, { $set: fields }, { upsert: true });
    await reach(async () => (await unlessDuplicate(update)) || (await update()));
  }

  return {
    async read(accountId) {
      const projection = { sealedFactors: 1, factorsRevision: 1 };
      const found = await reach(() => accounts.findOne({ _id: accountId }, { projection }));
      if (!found?.sealedFactors) return { factors: noSecondFactors, revision: 0 };
      const opened = secrets.unwrap(factorsSealId(accountId), Buffer.from(found.sealedFactors.value()));
      return { factors: unsealed(opened), revision: found.factorsRevision ?? 0 };
    },
    async write(accountId, factors, { revision, endSessions }) {
      const asRead = revision === 0 ? { factorsRevision: { $exists: false } } : { factorsRevision: revision };
      const sealedFactors = new Binary(secrets.wrap(factorsSealId(accountId), sealed(factors)));
      const change = { $set: { sealedFactors, factorsRevision: revision + 1 }, ...(endSessions && endOfSessions) };
      const changed = await reach(() =>
        accounts.findOneAndUpdate({ _id: accountId, ...isOpen, ...asRead }, change, raisedEpoch),
      );
      if (changed === null) return false;
      const kept = endSessions?.except ?? null;
      if (kept !== null) await reach(() => sessions.updateOne(...keptSession(changed, kept)));
      return true;
    },
    async policyOf(clientId) {
      return policyIn((await reach(() => policies.findOne({ _id: clientId })))?.secondFactor);
    },
    setPolicy: (clientId, policy) => set(clientId, { secondFactor: policy }),
    async idleMinutesOf(clientId) {
      return (await reach(() => policies.findOne({ _id: clientId })))?.sessionIdleMinutes ?? null;
    },
    async setIdleMinutes(clientId, minutes) {
      await set(clientId, { sessionIdleMinutes: minutes });
      await reach(() => accounts.updateMany({ clientId }, { $currentDate: { passwordChangedAt: true } }));
    },
  };
}
