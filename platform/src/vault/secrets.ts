import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What MASTER_KEY is used for; each use has a key of its own, derived by HKDF-SHA-256. */
export interface VaultSecrets {
  /** nonce (12 bytes), tag (16 bytes), sealed key; AES-256-GCM with the key's id as associated data. */
  wrap(keyId: string, key: Buffer): Buffer;
  /** @throws Error where the key was wrapped for another id or by another MASTER_KEY */
  unwrap(keyId: string, wrapped: Buffer): Buffer;
  /** HMAC-SHA-256 of a value in a scope: the same value in two scopes has two hashes. */
  hashOf(scope: string, value: string): Buffer;
  /** What keys the hashes, wrapped by another MASTER_KEY: a hash can't be made anew without its value, so it stays. */
  hashingFor(next: VaultSecrets): Buffer;
  /** Tells one MASTER_KEY from another, and nothing about it. */
  readonly fingerprint: string;
}

/** Under this id the key of the hashes is wrapped. No person has it. */
const hashingId = 'vault:hashing';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/**
 * @param keptHashing what an earlier MASTER_KEY left of its hashes' key (`hashingFor`); none where there was none
 * @throws Error where that was wrapped by another MASTER_KEY
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
      const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
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

/** Under which a letter that waits is wrapped. No person has it. */
export const sealId = (letterId: string): string => `outbox:${letterId}`;

/** A new personal key. */
export const newPersonalKey = (): Buffer => randomBytes(32);
