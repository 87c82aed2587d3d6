import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The uses of MASTER_KEY; each has its own key, derived by HKDF-SHA-256. */
export interface VaultSecrets {
  /** nonce (12 bytes), tag (16 bytes), encrypted key; AES-256-GCM with the key's id as associated data. */
  wrap(keyId: string, key: Buffer): Buffer;
  /** @throws Error if the key was wrapped for another id or by another MASTER_KEY */
  unwrap(keyId: string, wrapped: Buffer): Buffer;
  /** HMAC-SHA-256 of a value in a scope; hashes differ between scopes. */
  hashOf(scope: string, value: string): Buffer;
  /**
   * The hashing key wrapped by another MASTER_KEY. It must survive a key change: a hash can't be recomputed without its
   * value.
   */
  hashingFor(next: VaultSecrets): Buffer;
  /** Identifies a MASTER_KEY without revealing it. */
  readonly fingerprint: string;
}

/** The id under which the hashing key is wrapped; no person has it. */
const hashingId = 'vault:hashing';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/**
 * @param keptHashing the hashing key of an earlier MASTER_KEY (`hashingFor`), if any
 * @throws Error if it was wrapped by another MASTER_KEY
 */
export function vaultSecrets(masterKey: Buffer, keptHashing?: Uint8Array | null): VaultSecrets {
  if (masterKey.length !== 32) throw new Error('MASTER_KEY must be 32 bytes.');
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', masterKey, '', `dayline/vault/${use}`, 32));
  const wrapping = derive('wrap');
  const secrets: VaultSecrets = {
    fingerprint: derive('fingerprint').toString('hex'),
    wrap(keyId, key) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, wrapping, nonce).setAAD(Buffer.from(keyId));
      const sealedBytes = Buffer.concat([cipher.update(key), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealedBytes]);
    },
    unwrap(keyId, wrapped) {
      const decipher = createDecipheriv(algorithm, wrapping, wrapped.subarray(0, nonceLength))
        .setAAD(Buffer.from(keyId))
        .setAuthTag(wrapped.subarray(nonceLength, nonceLength + tagLength));
      return Buffer.concat([decipher.update(wrapped.subarray(nonceLength + tagLength)), decipher.final()]);
    },
    hashOf: (scope, value) => createHmac('sha256', hashing).update(`${scope}\0${value}`).digest(),
    hashingFor: (next) => next.wrap(hashingId, hashing),
  };
  const hashing = keptHashing ? secrets.unwrap(hashingId, Buffer.from(keptHashing)) : derive('reservations');
  return secrets;
}

/** The id under which a waiting email is encrypted; no person has it. */
export const sealId = (letterId: string): string => `outbox:${letterId}`;

/** The id under which a waiting trail entry is encrypted; no person has it. */
export const trailSealId = (entryId: string): string => `trail:${entryId}`;

/** The id under which an account's second factors are encrypted; no person has it. */
export const factorsSealId = (accountId: string): string => `factors:${accountId}`;

/** A new personal key. */
export const newPersonalKey = (): Buffer => randomBytes(32);
