import { randomBytes } from 'node:crypto';
import type { Vault } from '@dayline/vault/port';

/** Challenges are reserved in the vault, so that each is used once, in every process. */
const scope = 'passkeyChallenge';
/** How long one can be used, in ms. */
export const challengeLifetime = 10 * 60_000;

/**
 * What a passkey signs: random, for one purpose and one use. Each new challenge removes the expired ones. A used one
 * stays until it expires.
 */
export function passkeyChallenges(reservations: Vault['reservations'], lifetime: number = challengeLifetime) {
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
