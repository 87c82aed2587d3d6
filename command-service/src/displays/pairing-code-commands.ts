import { randomInt } from 'node:crypto';
import { pairingCodeMs } from '@dayline/contracts/displays/display';
import type { Vault } from '@dayline/vault/port';

/** Codes are reserved in the vault, so that each is one screen's, in every process. */
const scope = 'displayCode';
/** How many random codes are tried before the screen has to wait. */
const maxTries = 20;

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Six digits that a screen shows and the desk types. A code is reserved for its screen; once typed, for the screen and
 * its display. Either lasts ten minutes, and each new code removes the expired ones.
 */
export function pairingCodes(reservations: Vault['reservations'], generate: () => string = newCode) {
  async function reservationOf(code: string) {
    const reservation = await reservations.find(scope, code);
    if (!reservation || reservation.ageMs > pairingCodeMs) return null;
    const [screenId = '', displayId = null] = reservation.id.split(' ');
    return { reservation, screenId, displayId };
  }

  return {
    /** A code for a screen; null while nearly all are taken. */
    async create(screenId: string): Promise<string | null> {
      await reservations.prune(scope, pairingCodeMs);
      for (let tries = 0; tries < maxTries; tries += 1) {
        const code = generate();
        if ((await reservations.reserve(scope, code, screenId)).isMine) return code;
      }
      return null;
    },

    /** The screen that shows a code, which from now on is this display's; null if none shows it, or it is used. */
    async use(code: string, displayId: string): Promise<string | null> {
      const pairing = await reservationOf(code);
      if (pairing?.displayId === null) {
        const { reservation, screenId } = pairing;
        if (await reservations.takeOver(scope, code, reservation, `${screenId} ${displayId}`)) return screenId;
      }
      // Typed before: by a retry, or at the same time for the same display or for another one.
      const reservation = await reservationOf(code);
      return reservation?.displayId === displayId ? reservation.screenId : null;
    },

    /** The display that a screen's code was typed for, null before; undefined if the code is no longer the screen's. */
    async displayOf(code: string, screenId: string): Promise<string | null | undefined> {
      const pairing = await reservationOf(code);
      return pairing?.screenId === screenId ? pairing.displayId : undefined;
    },
  };
}
