import type { SessionEnds, SessionTimes, Vault } from '../port.ts';
import { accountOf, endOfSessions, epochRaiser, isInForce, isOpen } from './accounts.ts';
import type { PolicyDocument, SessionDocument, VaultCollections } from './collections.ts';
import type { Reach } from './reach.ts';

/** An epoch that no account has. */
const endedEpoch = -1;
/**
 * In ms. A write becomes visible later than its timestamp, and replica-set members' clocks differ. Ends that a new
 * primary's clock dates further back are found when each session is checked.
 */
const overlap = 10_000;

const timesOf = (
  { _id, openedAt, lastSeenAt }: SessionDocument,
  policy: PolicyDocument | null | undefined,
): SessionTimes => ({
  tokenHash: _id,
  openedAt,
  lastSeenAt,
  idleMinutes: policy?.sessionIdleMinutes ?? null,
});

const unlessEnded = (tokenHash: string) => ({ _id: tokenHash, epoch: { $ne: endedEpoch } });

/**
 * A session is valid while its epoch is its account's. One write to the account ends all of them, one write to the
 * session ends it, and each records when. Documents expire later.
 */
export function mongoSessions({ accounts, sessions, policies }: VaultCollections, reach: Reach): Vault['sessions'] {
  async function endedAfter(from: Date): Promise<Omit<SessionEnds, 'cursor'> & { readonly last: number }> {
    const [ended, changed] = await Promise.all([
      sessions.find({ endedAt: { $gt: from } }, { projection: { endedAt: 1 } }).toArray(),
      accounts.find({ passwordChangedAt: { $gt: from } }, { projection: { passwordChangedAt: 1 } }).toArray(),
    ]);
    const instants = [...ended.map(({ endedAt }) => endedAt), ...changed.map((account) => account.passwordChangedAt)];
    return {
      tokenHashes: ended.map(({ _id }) => _id),
      accountIds: changed.map(({ _id }) => _id),
      last: instants.reduce((last, at) => Math.max(last, at?.getTime() ?? 0), 0),
    };
  }

  /** When the latest session ended; 0 if none did. */
  async function lastEnd(): Promise<number> {
    const [ended, changed] = await Promise.all([
      sessions.findOne({ endedAt: { $exists: true } }, { sort: { endedAt: -1 } }),
      accounts.findOne({ passwordChangedAt: { $exists: true } }, { sort: { passwordChangedAt: -1 } }),
    ]);
    return Math.max(ended?.endedAt?.getTime() ?? 0, changed?.passwordChangedAt?.getTime() ?? 0);
  }

  async function inForce(tokenHash: string) {
    const session = await reach(() => sessions.findOne({ _id: tokenHash }));
    if (!session) return null;
    const account = await reach(() => accounts.findOne({ _id: session.accountId, ...isOpen }));
    return account && isInForce(session, account) ? { session, account } : null;
  }

  return {
    async open(tokenHash, { accountId, sessionEpoch: epoch }, now, device) {
      const account = await reach(() => accounts.findOne({ _id: accountId }, { projection: { _id: 1 } }));
      if (!account) throw new Error('A session needs an account.');
      const session = { _id: tokenHash, accountId, epoch, openedAt: now, lastSeenAt: now, ...(device && { device }) };
      await reach(() => sessions.insertOne(session));
      await reach(() => accounts.updateOne({ _id: accountId }, { $max: { lastSignInAt: now } }));
    },
    async find(tokenHash) {
      const found = await inForce(tokenHash);
      if (!found) return null;
      const policy = await reach(() => policies.findOne({ _id: found.account.clientId }));
      return { ...timesOf(found.session, policy), account: accountOf(found.account) };
    },
    async touch(tokenHash, now) {
      await reach(() => sessions.updateOne({ _id: tokenHash }, { $max: { lastSeenAt: now } }));
    },
    async prove(tokenHash, now) {
      await reach(() => sessions.updateOne(unlessEnded(tokenHash), { $set: { provedAt: now } }));
    },
    async provedAt(tokenHash) {
      const found = await inForce(tokenHash);
      return found && (found.session.provedAt ?? found.session.openedAt);
    },
    async end(tokenHash) {
      const change = { $set: { epoch: endedEpoch }, $currentDate: { endedAt: true } } as const;
      await reach(() => sessions.updateOne(unlessEnded(tokenHash), change));
    },
    async endOthers(accountId, keep) {
      await epochRaiser({ accounts, sessions }, reach)({ _id: accountId }, endOfSessions, keep);
    },
    async ofAccount(accountId) {
      const account = await reach(() => accounts.findOne({ _id: accountId, ...isOpen }));
      if (!account) return [];
      const found = await reach(() => sessions.find({ accountId }, { sort: { openedAt: -1, _id: 1 } }).toArray());
      const policy = await reach(() => policies.findOne({ _id: account.clientId }));
      const own = found.filter((session) => isInForce(session, account));
      return own.map(({ device = { browser: null, system: null, address: null }, ...session }) => ({
        ...timesOf(session, policy),
        ...device,
      }));
    },
    async endedSince(cursor) {
      if (cursor === null) return { tokenHashes: [], accountIds: [], cursor: String(await reach(lastEnd)) };
      const { last, ...ends } = await reach(() => endedAfter(new Date(Number(cursor) - overlap)));
      return { ...ends, cursor: String(Math.max(last, Number(cursor))) };
    },
    async inForce(tokenHashes) {
      const found = await reach(() => sessions.find({ _id: { $in: [...tokenHashes] } }).toArray());
      const ids = [...new Set(found.map(({ accountId }) => accountId))];
      const owners = await reach(() =>
        accounts
          .find({ _id: { $in: ids }, ...isOpen }, { projection: { sessionEpoch: 1, keptSession: 1, clientId: 1 } })
          .toArray(),
      );
      const clientIds = [...new Set(owners.map(({ clientId }) => clientId))];
      const ofClients = await reach(() => policies.find({ _id: { $in: clientIds } }).toArray());
      const byClient = new Map(ofClients.map((policy) => [policy._id, policy]));
      const byAccount = new Map(owners.map((owner) => [owner._id, owner]));
      return found.flatMap((session) => {
        const owner = byAccount.get(session.accountId);
        return owner && isInForce(session, owner) ? [timesOf(session, byClient.get(owner.clientId))] : [];
      });
    },
    prune: (openedBefore) =>
      reach(async () => (await sessions.deleteMany({ openedAt: { $lt: openedBefore } })).deletedCount),
  };
}
