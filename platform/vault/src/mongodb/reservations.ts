import { serverNow } from '@dayline/runtime/mongodb/server-clock';
import { isDuplicateKey } from '@dayline/runtime/mongodb/unavailable';
import { type Reservation, type Vault, VaultUnavailable } from '../port.ts';
import type { VaultSecrets } from '../secrets.ts';
import type { ReservationDocument, VaultCollections } from './collections.ts';
import type { Reach } from './reach.ts';

/** An attempt fails only if the value was taken and released between two queries. */
const maxTries = 10;

type AgedReservation = ReservationDocument & Pick<Reservation, 'ageMs'>;

const reservationOf = ({ id, since, ageMs, completed }: AgedReservation, mine: string | null): Reservation => ({
  id,
  isMine: id === mine,
  since,
  ageMs,
  completed,
});

/** Unique values, one document each; `_id` is the scope and the value's keyed hash. */
export function mongoReservations(
  { reservations }: VaultCollections,
  secrets: VaultSecrets,
  reach: Reach,
): Vault['reservations'] {
  const keyOf = (scope: string, value: string): string => `${scope}/${secrets.hashOf(scope, value).toString('hex')}`;
  /** '0' follows '/'. */
  const keysOf = (scope: string) => ({ $gte: `${scope}/`, $lt: `${scope}0` });

  /**
   * Takes a free value or renews an uncompleted reservation of the same id, in one guarded write; null if neither
   * applies.
   */
  async function take(key: string, id: string): Promise<AgedReservation | null> {
    const own = { _id: key, id, completed: false };
    try {
      const reservation = await reservations.findOneAndUpdate(own, [{ $set: { since: serverNow } }], {
        upsert: true,
        returnDocument: 'after',
      });
      return reservation && { ...reservation, ageMs: 0 };
    } catch (error) {
      // The document exists and its guard doesn't match.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  async function holderOf(key: string): Promise<AgedReservation | null> {
    const withAge = { $set: { ageMs: { $subtract: [serverNow, '$since'] } } };
    const [reservation] = await reservations.aggregate<AgedReservation>([{ $match: { _id: key } }, withAge]).toArray();
    return reservation ?? null;
  }

  return {
    async reserve(scope, value, id) {
      const key = keyOf(scope, value);
      for (let tries = 0; tries < maxTries; tries += 1) {
        const reservation = await reach(async () => (await take(key, id)) ?? (await holderOf(key)));
        if (reservation) return reservationOf(reservation, id);
      }
      throw new VaultUnavailable('The vault could not say who holds a value: it changed hands too often.');
    },
    async takeOver(scope, value, from, id) {
      const guard = { _id: keyOf(scope, value), id: from.id, since: from.since, completed: false };
      const mine = { id: { $literal: id }, since: serverNow };
      const reservation = await reach(() =>
        reservations.findOneAndUpdate(guard, [{ $set: mine }], { returnDocument: 'after' }),
      );
      return reservation && reservationOf({ ...reservation, ageMs: 0 }, id);
    },
    async complete(scope, value, id) {
      const own = { _id: keyOf(scope, value), id };
      return (await reach(() => reservations.updateOne(own, { $set: { completed: true } }))).matchedCount === 1;
    },
    async find(scope, value) {
      const reservation = await reach(() => holderOf(keyOf(scope, value)));
      return reservation && reservationOf(reservation, null);
    },
    async release(scope, value, id) {
      await reach(() => reservations.deleteOne({ _id: keyOf(scope, value), id, completed: false }));
    },
    async releaseOthersOf(id, scope, keep) {
      const others = { ...keysOf(scope), $ne: keyOf(scope, keep) };
      await reach(() => reservations.deleteMany({ id, _id: others, completed: true }));
    },
    async releaseAllOf(id) {
      await reach(() => reservations.deleteMany({ id }));
    },
    async prune(scope, olderThanMs) {
      const isOlder = { $gt: [{ $subtract: [serverNow, '$since'] }, olderThanMs] };
      const old = { _id: keysOf(scope), completed: false, $expr: isOlder };
      return (await reach(() => reservations.deleteMany(old))).deletedCount;
    },
  };
}
