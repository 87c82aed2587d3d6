import { createHmac, hash } from 'node:crypto';
import { canonicalJson, type Json } from '@dayline/contracts/json';
import type { KeyRing } from '@dayline/runtime/key-ring';

/** The key's id in the key ring, which creates it once, whichever process asks first, and wraps it with MASTER_KEY. */
const ringId = 'command-digest:1';

export interface CommandBody {
  readonly commandId: string;
  /** As parsed by the call's schema. */
  readonly request: unknown;
  readonly file?: Buffer | undefined;
}

export type BodyDigests = (body: CommandBody) => Promise<string>;

/**
 * HMAC-SHA-256 under a key of the vault, so that no one without that key can confirm a guess of personal data from an
 * event. The command's id is part of it: equal bodies of different commands have different digests. The key is loaded
 * once, at the start.
 * @throws VaultUnavailable from calls, while the key could not be loaded yet
 */
export function openBodyDigests(ring: Pick<KeyRing, 'ensure'>): BodyDigests {
  let loading: Promise<Uint8Array> | null = null;
  const key = (): Promise<Uint8Array> => {
    loading ??= load(ring).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  key().catch(() => {
    // The first call tries again, and reports the failure.
  });
  return async ({ commandId, request, file }) => {
    // Cast is safe: a request parsed by the table's schemas came from JSON.
    const parts = [canonicalJson(request as Json), ...(file ? [hash('sha256', file, 'hex')] : [])];
    const hmac = createHmac('sha256', await key()).update([commandId, ...parts].join('\n'));
    return hmac.digest('hex').slice(0, 32);
  };
}

async function load(ring: Pick<KeyRing, 'ensure'>): Promise<Uint8Array> {
  const key = (await ring.ensure([ringId])).get(ringId);
  if (!key) throw new Error('The key ring did not give the key of commands.');
  return key;
}
