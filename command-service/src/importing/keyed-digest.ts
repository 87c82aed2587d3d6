import { createHmac } from 'node:crypto';
import type { KeyRing } from '@dayline/runtime/key-ring';

/** The key's id in the key ring, which makes it once, whichever process asks first, and wraps it by MASTER_KEY. */
const ringId = 'import-digest:1';

/** HMAC-SHA-256 under a key of the vault: nobody without that key confirms a guess of what a file said. */
export const openKeyedDigest =
  (ring: Pick<KeyRing, 'ensure'>) =>
  async (parts: readonly string[]): Promise<string> => {
    const key = (await ring.ensure([ringId])).get(ringId);
    if (!key) throw new Error('The key ring did not give the key of imports.');
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  };
