import { emailKey } from '@dayline/contracts/fields/email-address';
import { languages } from '@dayline/contracts/fields/language';
import { Binary, type Filter, type UpdateFilter } from 'mongodb';
import { boundsOf, linksEnd } from '../month.ts';
import type { Account, Vault } from '../port.ts';
import { noSecondFactors, policyIn, type SecondFactorStore, sealed, unsealed } from '../second-factors.ts';
import { factorsSealId, type VaultSecrets } from '../secrets.ts';
import type { AccountDocument, PolicyDocument, SessionDocument, VaultCollections } from './collections.ts';
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
  keptSession: ________,
  language,
  ...account
}: AccountDocument): Account {
  // None is chosen, or one that only a newer build knows.
  return { accountId: _id, ...account, language: languages.find((candidate) => candidate === language) };
}

/** An epoch that no account has. */
const endedEpoch = -1;
export const isNotEnded = { epoch: { $ne: endedEpoch } } as const;
/** Ends one session. */
export const endOfSession = { $set: { epoch: endedEpoch }, $currentDate: { endedAt: true } } as const;

/** Ends every session of the account. */
export const endOfSessions = { $inc: { sessionEpoch: 1 }, $currentDate: { passwordChangedAt: true } } as const;

/**
 * Whether a session is in force; between the two writes of `epochRaiser` too. One that was read after its account may have
 * a later epoch.
 */
export const isInForce = (
  { _id, epoch }: Pick<SessionDocument, '_id' | 'epoch'>,
  { sessionEpoch, keptSession }: Pick<AccountDocument, 'sessionEpoch' | 'keptSession'>,
): boolean =>
  epoch >= sessionEpoch ||
  (epoch === sessionEpoch - 1 && keptSession?.epoch === sessionEpoch && keptSession.tokenHash === _id);

/**
 * Changes an account and ends its sessions but one, which stays in force throughout, if it was: the account names it in
 * the write that raises the epoch. False if the account isn't as `filter` has it.
 */
export const epochRaiser =
  ({ accounts, sessions }: Pick<VaultCollections, 'accounts' | 'sessions'>, reach: Reach) =>
  async (
    filter: { readonly _id: string } & Filter<AccountDocument>,
    change: UpdateFilter<AccountDocument>,
    tokenHash: string,
  ): Promise<boolean> => {
    const keepSince = (epoch: number) =>
      reach(() => sessions.updateOne({ _id: tokenHash, accountId: filter._id, epoch: epoch - 1 }, { $set: { epoch } }));
    for (;;) {
      const fields = { projection: { sessionEpoch: 1, keptSession: 1 } };
      const found = await reach(() => accounts.findOne(filter, fields));
      if (!found) return false;
      const { sessionEpoch, keptSession } = found;
      // Another process may not have made its second write, or ended before it.
      if (keptSession?.tokenHash === tokenHash && keptSession.epoch === sessionEpoch) await keepSince(sessionEpoch);
      const epoch = sessionEpoch + 1;
      const raised = { ...change, ...{ $set: { ...change.$set, keptSession: { tokenHash, epoch } } } };
      // Otherwise another write has raised it meanwhile.
      if ((await reach(() => accounts.updateOne({ ...filter, sessionEpoch }, raised))).matchedCount === 0) continue;
      await keepSince(epoch);
      return true;
    }
  };

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
  const raiseEpoch = epochRaiser({ accounts, sessions }, reach);
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
    async evenClosed(email) {
      const document = await reach(() => accounts.findOne({ email: emailKey(email) }));
      return document && { account: accountOf(document), isClosed: document.closed ?? false };
    },
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
    changePassword: (accountId, { from, to, keep }) =>
      raiseEpoch({ _id: accountId, passwordHash: from, ...isOpen }, newPassword(to), keep),
    async rehash({ accountId, sessionEpoch }, passwordHash) {
      await reach(() => accounts.updateOne({ _id: accountId, sessionEpoch, ...isOpen }, { $set: { passwordHash } }));
    },
    async setLanguage(accountId, language) {
      await reach(() => accounts.updateOne({ _id: accountId }, { $set: { language } }));
    },
    async setName(accountId, name) {
      await reach(() => accounts.updateOne({ _id: accountId }, { $set: { name } }));
    },
    async forgetSignIns(clientId, month) {
      const { start, end } = boundsOf(month);
      const within = { clientId, lastSignInAt: { $gt: start, $lt: end } };
      await reach(() => accounts.updateMany(within, { $set: { lastSignInAt: start } }));
      const ended = { $lt: end + linksEnd };
      const pull = { $pull: { 'openTokens.signIn': { expiresAt: ended } } };
      await reach(() => accounts.updateMany({ clientId, 'openTokens.signIn.expiresAt': ended }, pull));
    },
    async close(accountId) {
      const closed = { ...endOfAll, $set: { closed: true } } as const;
      await reach(() => accounts.updateOne({ _id: accountId }, closed));
    },
    async reopen(accountId) {
      const change = {
        ...({ $unset: { closed: '' }, $inc: { sessionEpoch: 1 }, $set: { passwordHash: null } } as const),
      };
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
  const raiseEpoch = epochRaiser({ accounts, sessions }, reach);
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
      const filter = { _id: accountId, ...isOpen, ...asRead };
      const change = { $set: { sealedFactors, factorsRevision: revision + 1 }, ...(endSessions && endOfSessions) };
      const tokenHash = endSessions?.except ?? null;
      if (tokenHash !== null) return raiseEpoch(filter, change, tokenHash);
      return (await reach(() => accounts.updateOne(filter, change))).matchedCount === 1;
    },
    async policyOf(clientId) {
      return policyIn((await reach(() => policies.findOne({ _id: clientId })))?.secondFactor);
    },
    setPolicy: (clientId, policy) => set(clientId, { secondFactor: policy }),
    async localAdministratorsOf(clientId) {
      return (await reach(() => policies.findOne({ _id: clientId })))?.localAdministrators ?? null;
    },
    async setLocalAdministrators(clientId, accountIds) {
      await set(clientId, { localAdministrators: accountIds });
      if (accountIds === null) return;
      const others = { clientId, _id: { $nin: [...accountIds] } };
      const ids = (await reach(() => accounts.find(others, { projection: { _id: 1 } }).toArray())).map(
        ({ _id }) => _id,
      );
      const local = { accountId: { $in: ids }, isByProvider: { $exists: false }, ...isNotEnded };
      await reach(() => sessions.updateMany(local, endOfSession));
    },
    async idleMinutesOf(clientId) {
      return (await reach(() => policies.findOne({ _id: clientId })))?.sessionIdleMinutes ?? null;
    },
    async setIdleMinutes(clientId, minutes) {
      await set(clientId, { sessionIdleMinutes: minutes });
      await reach(() => accounts.updateMany({ clientId }, { $currentDate: { passwordChangedAt: true } }));
    },
  };
}
