import { isDuplicateKey } from '@dayline/runtime/mongodb/away';
import { type Reservation, type Vault, VaultUnavailable } from '../port.ts';
import type { VaultSecrets } from '../secrets.ts';
import type { ReservationDocument, VaultCollections } from './collections.ts';
import type { Reach } from './reach.ts';

/** A try fails only if the value was taken and released between two queries. */
const mostTries = 10;

const reservationOf = ({ id, since, completed }: ReservationDocument, mine: string | null): Reservation => ({
  id,
  isMine: id === mine,
  since,
  completed,
});

/** Unique values, one document each; `_id` is the scope and the value's keyed hash. */
export function mongoReservations(
  { reservations }: VaultCollections,
  secrets: VaultSecrets,
  reach: Reach,
): Vault['reservations'] {
  const placeOf = (scope: string, value: string): string => `${scope}/${secrets.hashOf(scope, value).toString('hex')}`;

  /**
   * Takes a free value or renews an uncompleted reservation of the same id, in one guarded write; null if neither
   * applies.
   */
  async function take(place: string, id: string, now: number): Promise<ReservationDocument | null> {
    const own = { _id: place, id, completed: false };
    try {
      return await reservations.findOneAndUpdate(
        own,
        { $set: { since: now } },
        { upsert: true, returnDocument: 'after' },
      );
    } catch (error) {
      // The document exists and its guard doesn't match.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  return {
    async reserve(scope, value, id, now) {
      const place = placeOf(scope, value);
      for (let tries = 0; tries < mostTries; tries += 1) {
        const held = await reach(
          async () => (await take(place, id, now)) ?? (await reservations.findOne({ _id: place })),
        );
        if (held) return reservationOf(held, id);
      }
      throw new VaultUnavailable('The vault could not say who holds a value: it changed hands too often.');
    },
    async takeOver(scope, value, from, id, now) {
      const guard = { _id: placeOf(scope, value), id: from.id, since: from.since, completed: false };
      const taken = await reach(() =>
        reservations.findOneAndUpdate(guard, { $set: { id, since: now } }, { returnDocument: 'after' }),
      );
      return taken && reservationOf(taken, id);
    },
    async complete(scope, value, id) {
      const own = { _id: placeOf(scope, value), id };
      return (await reach(() => reservations.updateOne(own, { $set: { completed: true } }))).matchedCount === 1;
    },
    async find(scope, value) {
      const held = await reach(() => reservations.findOne({ _id: placeOf(scope, value) }));
      return held && reservationOf(held, null);
    },
    async release(scope, value, id) {
      await reach(() => reservations.deleteOne({ _id: placeOf(scope, value), id, completed: false }));
    },
    async releaseAllOf(id) {
      await reach(() => reservations.deleteMany({ id }));
    },
  };
}
