import { randomBytes } from 'node:crypto';
import type { Vault } from '@dayline/vault/port';

/** How long one can be used, in ms. */
export const challengeLifetime = 10 * 60_000;

/**
 * Random texts, each for one purpose and one use, such as what a passkey signs. They are reserved in the vault, so that
 * each is used once, in every process. Each new one removes the expired ones. A used one stays until it expires.
 */
export function oneTimeTexts(reservations: Vault['reservations'], scope: string, lifetime = challengeLifetime) {
  return {
    async create(purpose: string): Promise<string> {
      await reservations.prune(scope, lifetime);
      const challenge = randomBytes(32).toString('base64url');
      await reservations.reserve(scope, challenge, purpose);
      return challenge;
    },

    /** False if it wasn't made for the purpose, is used or has expired. */
    async use(challenge: string, purpose: string): Promise<boolean> {
      const reservation = await reservations.find(scope, challenge);
      if (!reservation || reservation.id !== purpose || reservation.ageMs > lifetime) return false;
      return (await reservations.takeOver(scope, challenge, reservation, `${purpose} used`)) !== null;
    },
  };
}

/** What a passkey signs. */
export const passkeyChallenges = (reservations: Vault['reservations']) =>
  oneTimeTexts(reservations, 'passkeyChallenge');
