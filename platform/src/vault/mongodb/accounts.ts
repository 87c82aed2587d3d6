import type { Account, StoredSession, Vault } from '../port.ts';
import type { AccountDocument, SessionDocument, VaultCollections } from './collections.ts';
import { type Reach, unlessDuplicate } from './reach.ts';

/** An account without its tokens, whose hashes nobody else needs. */
export function accountOf({ _id, tokens: _, ...account }: AccountDocument): Account {
  return { accountId: _id, ...account };
}

export function mongoAccounts({ accounts }: VaultCollections, reach: Reach): Vault['accounts'] {
  const found = async (filter: { _id: string } | { email: string }): Promise<Account | null> => {
    const document = await reach(() => accounts.findOne(filter));
    return document && accountOf(document);
  };
  return {
    add: ({ accountId, ...account }) =>
      reach(() =>
        unlessDuplicate(() => accounts.insertOne({ _id: accountId, ...account, email: account.email.toLowerCase() })),
      ),
    byEmail: (email) => found({ email: email.toLowerCase() }),
    byId: (accountId) => found({ _id: accountId }),
    async setPassword(accountId, passwordHash) {
      await reach(() => accounts.updateOne({ _id: accountId }, { $set: { passwordHash }, $inc: { sessionEpoch: 1 } }));
    },
    async rehash(accountId, passwordHash) {
      await reach(() => accounts.updateOne({ _id: accountId }, { $set: { passwordHash } }));
    },
  };
}

/**
 * A session is in force while its epoch is its account's. So one write to the account ends all of them, and what is left
 * of them goes with age.
 */
export function mongoSessions({ accounts, sessions }: VaultCollections, reach: Reach): Vault['sessions'] {
  const storedOf = ({ _id, openedAt, lastSeenAt }: SessionDocument, account: AccountDocument): StoredSession => ({
    tokenHash: _id,
    account: accountOf(account),
    openedAt,
    lastSeenAt,
  });
  return {
    async open(tokenHash, accountId, now) {
      const account = await reach(() => accounts.findOne({ _id: accountId }, { projection: { sessionEpoch: 1 } }));
      if (!account) throw new Error('A session needs an account.');
      // Where the password was changed since, the epoch is an earlier one, and the session is over from its beginning.
      const session = { _id: tokenHash, accountId, epoch: account.sessionEpoch, openedAt: now, lastSeenAt: now };
      await reach(() => sessions.insertOne(session));
    },
    async find(tokenHash) {
      const session = await reach(() => sessions.findOne({ _id: tokenHash }));
      if (!session) return null;
      const account = await reach(() => accounts.findOne({ _id: session.accountId, sessionEpoch: session.epoch }));
      return account && storedOf(session, account);
    },
    async touch(tokenHash, now) {
      await reach(() => sessions.updateOne({ _id: tokenHash }, { $max: { lastSeenAt: now } }));
    },
    async end(tokenHash) {
      await reach(() => sessions.deleteOne({ _id: tokenHash }));
    },
    prune: (openedBefore) =>
      reach(async () => (await sessions.deleteMany({ openedAt: { $lt: openedBefore } })).deletedCount),
  };
}
