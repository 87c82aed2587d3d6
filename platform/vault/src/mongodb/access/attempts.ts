import { randomUUID } from 'node:crypto';
import { isDuplicateKey } from '@dayline/runtime/mongodb/unavailable';
import type { Document } from 'mongodb';
import type { AttemptKey, AttemptPolicy, AttemptStore } from '../../onboarding-port.ts';
import type { VaultSecrets } from '../../secrets.ts';
import type { AttemptDocument, VaultCollections } from '../collections.ts';
import type { Reach } from '../reach.ts';

interface PlacedKey {
  readonly place: string;
  readonly policy: AttemptPolicy;
}

/** A count, and the counter before it. */
interface CountedAttempt {
  readonly place: string;
  readonly before: AttemptDocument | null;
}

/** Counters of attempts, one document each: one guarded write checks, drains and counts. */
export function mongoAttempts({ attempts }: VaultCollections, secrets: VaultSecrets, reach: Reach): AttemptStore {
  const placeOf = ({ scope, value, policy }: AttemptKey): PlacedKey => ({
    place: `${scope}/${secrets.hashOf(`attempt:${scope}`, value).toString('hex')}`,
    policy,
  });

  async function blockedUntil(places: readonly string[], now: number): Promise<number> {
    const blockedAttempts = await reach(() =>
      attempts.find({ _id: { $in: [...places] }, blockedUntil: { $gt: now } }).toArray(),
    );
    return Math.max(0, ...blockedAttempts.map((document) => document.blockedUntil));
  }

  /** Null if blocked. */
  async function count({ place, policy }: PlacedKey, now: number, takenBy: string): Promise<CountedAttempt | null> {
    const free = { _id: place, blockedUntil: { $lte: now } };
    for (;;) {
      try {
        const before = await attempts.findOneAndUpdate(free, counted(policy, now, takenBy), {
          upsert: true,
          returnDocument: 'before',
        });
        return { place, before };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // The counter exists: it is blocked, or a concurrent first attempt created it.
        if (await attempts.findOne({ _id: place, blockedUntil: { $gt: now } })) return null;
      }
    }
  }

  /** Restores the counter; if others have counted since, subtracts one. */
  async function restore({ place, before }: CountedAttempt, takenBy: string): Promise<void> {
    const asWeLeftIt = { _id: place, takenBy };
    const isRestored = before
      ? (await attempts.replaceOne(asWeLeftIt, before)).matchedCount === 1
      : (await attempts.deleteOne(asWeLeftIt)).deletedCount === 1;
    // Clears `takenBy`, so that the last counter can't restore a level that includes this attempt.
    if (!isRestored) await attempts.updateOne({ _id: place }, { $inc: { level: -1 }, $set: { takenBy: '' } });
  }

  return {
    blockedUntil: (keys, now) =>
      blockedUntil(
        keys.map((key) => placeOf(key).place),
        now,
      ),
    async take(keys, now) {
      // In a fixed order: of two callers with the same keys, both proceed or one stops at the first.
      const all = keys.map(placeOf).toSorted((a, b) => (a.place < b.place ? -1 : 1));
      const places = all.map(({ place }) => place);
      const until = keys.length > 1 ? await blockedUntil(places, now) : 0;
      if (until > 0) return until;
      const takenBy = randomUUID();
      const counts: CountedAttempt[] = [];
      for (const key of all) {
        const attempt = await reach(() => count(key, now, takenBy));
        if (attempt) {
          counts.push(attempt);
          continue;
        }
        // Blocked since the check: none may count.
        await reach(() => Promise.all(counts.map((attempt) => restore(attempt, takenBy))));
        return Math.max(now + 1, await blockedUntil(places, now));
      }
      return 0;
    },
    async level(key, now) {
      const { place, policy } = placeOf(key);
      const row = await reach(() => attempts.findOne({ _id: place }));
      return row ? Math.max(0, row.level - Math.max(0, now - row.at) / policy.drainMs) : 0;
    },
    async forget(keys) {
      await reach(() => attempts.deleteMany({ _id: { $in: keys.map((key) => placeOf(key).place) } }));
    },
    prune: (now) => reach(async () => (await attempts.deleteMany({ endsAt: { $lte: now } })).deletedCount),
  };
}

/** The drained level plus one, computed by the server, so that concurrent counts add up. */
function counted(policy: AttemptPolicy, now: number, takenBy: string): Document[] {
  const { free, drainMs, firstDelayMs, maxDelayMs } = policy;
  const elapsedMs = { $max: [0, { $subtract: [now, { $ifNull: ['$at', now] }] }] };
  const level = { $max: [0, { $subtract: [{ $ifNull: ['$level', 0] }, { $divide: [elapsedMs, drainMs] }] }] };
  const excess = { $ceil: { $subtract: ['$level', free] } };
  const backOffMs = { $multiply: [firstDelayMs, { $pow: [2, { $min: [{ $subtract: [excess, 1] }, 40] }] }] };
  const delay = { $cond: [{ $lte: [excess, 0] }, 0, { $min: [maxDelayMs, backOffMs] }] };
  const drainedAt = { $add: [now, { $ceil: { $multiply: ['$level', drainMs] } }] };
  return [
    { $set: { level: { $add: [level, 1] }, takenBy } },
    // A policy without delay never blocks, whatever other processes' clocks say.
    { $set: { at: now, blockedUntil: { $cond: [{ $eq: [delay, 0] }, 0, { $add: [now, delay] }] } } },
    { $set: { endsAt: { $max: ['$blockedUntil', drainedAt] } } },
  ];
}
