import { isDuplicateKey } from '../../mongodb/away.ts';
import { type Reservation, type Vault, VaultUnavailable } from '../port.ts';
import type { VaultSecrets } from '../secrets.ts';
import type { ReservationDocument, VaultCollections } from './collections.ts';
import type { Reach } from './reach.ts';

/** How long a reservation without its stream is kept for whoever made it, in ms. */
const takeOverAfter = 60_000;

/** Each try fails only where somebody took the value and let it go between two questions. */
const mostTries = 10;

const reservationOf = ({ id, since, completed }: ReservationDocument, mine: string | null): Reservation => ({
  id,
  isMine: id === mine,
  since,
  completed,
});

/** Unique values, a document each, whose `_id` is the scope and the value's keyed hash. */
export function mongoReservations(
  { reservations }: VaultCollections,
  secrets: VaultSecrets,
  reach: Reach,
): Vault['reservations'] {
  const placeOf = (scope: string, value: string): string => `${scope}/${secrets.hashOf(scope, value).toString('hex')}`;

  /** Takes a value that is free, or whose holder let its minute pass, by one guarded write; null where it is held. */
  async function take(place: string, id: string, now: number): Promise<ReservationDocument | null> {
    const lapsed = { _id: place, completed: false, id: { $ne: id }, since: { $lt: now - takeOverAfter } };
    const taken = { $set: { id, since: now } };
    try {
      return await reservations.findOneAndUpdate(lapsed, taken, { upsert: true, returnDocument: 'after' });
    } catch (error) {
      // The document is there and the guard doesn't hold.
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
    async complete(scope, value) {
      await reach(() => reservations.updateOne({ _id: placeOf(scope, value) }, { $set: { completed: true } }));
    },
    async find(scope, value) {
      const held = await reach(() => reservations.findOne({ _id: placeOf(scope, value) }));
      return held && reservationOf(held, null);
    },
    async release(scope, value) {
      await reach(() => reservations.deleteOne({ _id: placeOf(scope, value) }));
    },
    async releaseAllOf(id) {
      await reach(() => reservations.deleteMany({ id }));
    },
  };
}
