import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@dayline/runtime/key-ring';

/** The key's id in the key ring, which creates it once, whichever process asks first, and wraps it with MASTER_KEY. */
const ringId = 'message-links:1';

export type MessageLinks = ReturnType<typeof messageLinks>;

/**
 * Tokens of the links in messages: an HMAC of the patient record under a key of the vault. They don't expire, since
 * they only end messages.
 */
export function messageLinks(ring: Pick<KeyRing, 'ensure'>) {
  async function tokenOf(patientId: string): Promise<string> {
    const key = (await ring.ensure([ringId])).get(ringId);
    if (!key) throw new Error('The key ring did not give the key of the links in messages.');
    return createHmac('sha256', key).update(`no messages to ${patientId}`).digest('base64url');
  }
  return {
    tokenOf,
    /** In the same time wherever two tokens differ. @throws VaultUnavailable */
    async isToken(token: string, patientId: string): Promise<boolean> {
      const [given, expected] = [Buffer.from(token), Buffer.from(await tokenOf(patientId))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
