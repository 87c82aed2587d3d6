import { createHmac } from 'node:crypto';
import type { KeyRing } from '@dayline/runtime/key-ring';

/** The id of a key that the key ring creates once for all processes and wraps by MASTER_KEY. */
const ringId = 'import-digest:1';

/** HMAC-SHA-256 under a key of the vault: without that key nobody can confirm a guess of a file's content. */
export const openKeyedDigest =
  (ring: Pick<KeyRing, 'ensure'>) =>
  async (texts: readonly string[]): Promise<string> => {
    const key = (await ring.ensure([ringId])).get(ringId);
    if (!key) throw new Error('The key ring has no key for imports.');
    return createHmac('sha256', key).update(JSON.stringify(texts)).digest('hex').slice(0, 32);
  };
