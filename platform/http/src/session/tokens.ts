import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** In characters of base64url; a token has 43. */
const sealLength = 11;

/** A token is 192 random bits and 64 bits of a keyed hash of them, its seal. */
export function tokensOf(secret: string) {
  const hmac = (text: string) => createHmac('sha256', secret).update(text);
  const sealOf = (random: string): string => hmac(`seal of ${random}`).digest('base64url').slice(0, sealLength);
  const sealed = (bytes: Buffer): string => {
    const random = bytes.toString('base64url');
    return random + sealOf(random);
  };
  return {
    newToken: (): string => sealed(randomBytes(24)),
    /** The token derived from a text; only those with the secret can derive it. */
    tokenOf: (text: string): string => sealed(hmac(text).digest().subarray(0, 24)),
    /** The same with 256 bits before the seal. */
    longTokenOf: (text: string): string => sealed(hmac(text).digest()),
    isSealed: (token: string): boolean => token.slice(-sealLength) === sealOf(token.slice(0, -sealLength)),
    hashOf: (token: string): string => hmac(token).digest('hex'),
    /** In the same time wherever two texts of one length differ. */
    isEqual: (actual: string, expected: string): boolean =>
      actual.length === expected.length && timingSafeEqual(Buffer.from(actual), Buffer.from(expected)),
    /** 256 bits derived from a text; only those with the secret can derive them. */
    derived: (text: string): string => hmac(text).digest('base64url'),
  };
}
