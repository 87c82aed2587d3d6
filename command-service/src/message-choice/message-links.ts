import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@dayline/runtime/key-ring';

/** The key's id in the key ring, which creates it once, whichever process asks first, and wraps it with MASTER_KEY. */
const ringId = 'message-links:1';

export type MessageLinks = ReturnType<typeof messageLinks>;

/**
 * Tokens of the links in messages: HMACs under a key of the vault, without expiry. One of a patient record only ends
 * messages; one of a visit, or of an offered place, goes on with it where it is moved, and only shows its state once it has
 * begun or is cancelled.
 */
export function messageLinks(ring: Pick<KeyRing, 'ensure'>) {
  async function mac(content: string): Promise<string> {
    const key = (await ring.ensure([ringId])).get(ringId);
    if (!key) throw new Error('The key ring did not give the key of the links in messages.');
    return createHmac('sha256', key).update(content).digest('base64url');
  }
  /** In the same time wherever two tokens differ. */
  const isSame = (token: string, expected: string): boolean => {
    const [tokenBytes, right] = [Buffer.from(token), Buffer.from(expected)];
    return tokenBytes.length === right.length && timingSafeEqual(tokenBytes, right);
  };
  const tokenOf = (patientId: string) => mac(`no messages to ${patientId}`);
  const answerTokenOf = async (appointmentId: string, patientId: string) =>
    `${patientId}.${await mac(`answer of ${patientId} to ${appointmentId}`)}`;
  return {
    tokenOf,
    /** @throws VaultUnavailable */
    isToken: async (token: string, patientId: string): Promise<boolean> => isSame(token, await tokenOf(patientId)),
    /** Of the link by which a patient answers the messages about a visit. */
    answerTokenOf,
    /** The patient record that an answer's link was for; null if it was not for this appointment. @throws VaultUnavailable */
    async patientOfAnswer(token: string, appointmentId: string): Promise<string | null> {
      const patientId = token.split('.')[0] ?? '';
      return isSame(token, await answerTokenOf(appointmentId, patientId)) ? patientId : null;
    },
  };
}
