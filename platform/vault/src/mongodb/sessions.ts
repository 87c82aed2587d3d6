import type { Filter } from 'mongodb';
import type { SessionBeginning, SessionEnds, SessionTimes, Vault } from '../port.ts';
import { accountOf, endOfSession, endOfSessions, epochRaiser, isInForce, isNotEnded, isOpen } from './accounts.ts';
import type { PolicyDocument, SessionDocument, VaultCollections } from './collections.ts';
import type { Reach } from './reach.ts';

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

const noBeginning: SessionBeginning = { browser: null, system: null, address: null };

const unlessEnded = (tokenHash: string) => ({ _id: tokenHash, ...isNotEnded });

const opener =
  (
    { accounts, sessions, policies }: Pick<VaultCollections, 'accounts' | 'sessions' | 'policies'>,
    reach: Reach,
  ): Vault['sessions']['open'] =>
  async (tokenHash, { accountId, sessionEpoch: epoch }, now, beginning) => {
    const account = await reach(() => accounts.findOne({ _id: accountId }, { projection: { clientId: 1 } }));
    if (!account) throw new Error('A session needs an account.');
    const { isByProvider, ...device } = beginning ?? noBeginning;
    const session = {
      ...{ _id: tokenHash, accountId, epoch, openedAt: now, lastSeenAt: now },
      ...(beginning && { device }),
      ...(isByProvider && ({ isByProvider: true } as const)),
    };
    await reach(() => sessions.insertOne(session));
    // After the insertion: a policy that isn't seen here ends the session itself.
    const policy = isByProvider ? null : await reach(() => policies.findOne({ _id: account.clientId }));
    if (policy?.localAdministrators && !policy.localAdministrators.includes(accountId))
      await reach(() => sessions.updateOne(unlessEnded(tokenHash), endOfSession));
    await reach(() => accounts.updateOne({ _id: accountId }, { $max: { lastSignInAt: now } }));
  };

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

  /** The sessions in force of those that match, the newest first, with their accounts. */
  async function inForce(filter: Filter<SessionDocument>) {
    const found = await reach(() => sessions.find(filter, { sort: { openedAt: -1, _id: 1 } }).toArray());
    const accountIds = [...new Set(found.map(({ accountId }) => accountId))];
    const owners = await reach(() => accounts.find({ _id: { $in: accountIds }, ...isOpen }).toArray());
    const byId = new Map(owners.map((owner) => [owner._id, owner]));
    const heldAs = (session: SessionDocument) => {
      const account = byId.get(session.accountId);
      return account && isInForce(session, account) ? [{ session, account }] : [];
    };
    // Several changes between the two reads may have kept a session: it is read again.
    const keptOnes = new Set(owners.map(({ keptSession }) => keptSession?.tokenHash));
    const outrun = found.filter((session) => keptOnes.has(session._id) && heldAs(session).length === 0);
    if (outrun.length === 0) return found.flatMap(heldAs);
    const again = await reach(() => sessions.find({ _id: { $in: outrun.map(({ _id }) => _id) } }).toArray());
    const newer = new Map(again.map((session) => [session._id, session]));
    return found.flatMap((session) => heldAs(newer.get(session._id) ?? session));
  }

  return {
    open: opener({ accounts, sessions, policies }, reach),
    async find(tokenHash) {
      const [found] = await inForce({ _id: tokenHash });
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
      const [found] = await inForce({ _id: tokenHash });
      return found ? (found.session.provedAt ?? found.session.openedAt) : null;
    },
    async end(tokenHash) {
      await reach(() => sessions.updateOne(unlessEnded(tokenHash), endOfSession));
    },
    async endOthers(accountId, keep) {
      await epochRaiser({ accounts, sessions }, reach)({ _id: accountId }, endOfSessions, keep);
    },
    async ofAccount(accountId) {
      const found = await inForce({ accountId });
      const policy = await reach(() => policies.findOne({ _id: found[0]?.account.clientId ?? '' }));
      return found.map(({ session }) => ({
        ...timesOf(session, policy),
        ...(session.device ?? noBeginning),
      }));
    },
    async endedSince(cursor) {
      if (cursor === null) return { tokenHashes: [], accountIds: [], cursor: String(await reach(lastEnd)) };
      const { last, ...ends } = await reach(() => endedAfter(new Date(Number(cursor) - overlap)));
      return { ...ends, cursor: String(Math.max(last, Number(cursor))) };
    },
    async inForce(tokenHashes) {
      const found = await inForce({ _id: { $in: [...tokenHashes] } });
      const clientIds = [...new Set(found.map(({ account }) => account.clientId))];
      const ofClients = await reach(() => policies.find({ _id: { $in: clientIds } }).toArray());
      const byClient = new Map(ofClients.map((policy) => [policy._id, policy]));
      return found.map(({ session, account }) => timesOf(session, byClient.get(account.clientId)));
    },
    prune: (openedBefore) =>
      reach(async () => (await sessions.deleteMany({ openedAt: { $lt: openedBefore } })).deletedCount),
  };
}
