import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';
import type { PublicKey, SignedHead } from '@dayline/contracts/proof/signed-head';
import { headText } from '@dayline/contracts/proof/signed-head';
import type { KeyRing } from '@dayline/runtime/key-ring';

/** The key's id in the key ring, which creates it once, whichever process asks first, and wraps it with MASTER_KEY. */
const ringId = 'log-head:1';

/** PKCS #8 of an Ed25519 private key up to its 32 bytes (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface Signer {
  readonly publicKey: PublicKey;
  /** Ed25519, base64. */
  sign(text: string): string;
}

function signerOf(seed: Uint8Array): Signer {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const keyId = hash('sha256', spki, 'hex').slice(0, 16);
  return {
    publicKey: { keyId, algorithm: 'Ed25519', publicKey: spki.toString('base64') },
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** The installation's signing key, created at the first use. @throws VaultUnavailable */
export async function openSigner(ring: KeyRing): Promise<Signer> {
  const seed = (await ring.ensure([ringId])).get(ringId);
  if (!seed) throw new Error('The key ring did not give the signing key.');
  return signerOf(seed);
}

/** The installation's public keys; empty before the first signature. @throws VaultUnavailable */
export async function publicKeys(ring: Pick<KeyRing, 'get'>): Promise<PublicKey[]> {
  const seed = (await ring.get([ringId])).get(ringId);
  return seed && seed !== 'destroyed' ? [signerOf(seed).publicKey] : [];
}

export const signHead = (head: Omit<SignedHead, 'keyId' | 'signature'>, signer: Signer): SignedHead => ({
  ...head,
  keyId: signer.publicKey.keyId,
  signature: signer.sign(headText(head)),
});

/** Whether one of the keys has signed a text; `signature` is base64. */
export function isSignedBy(
  keys: readonly PublicKey[],
  { keyId, signature }: { readonly keyId: string; readonly signature: string },
  text: string,
): boolean {
  const match = keys.find((key) => key.keyId === keyId);
  if (!match) return false;
  const key = createPublicKey({ key: Buffer.from(match.publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}
