import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Cursors contain sort values, such as a patient's name. They are encrypted, since intermediaries log requests and
 * headers.
 */
export interface Cursors {
  /** @param scope the list's call and client; the cursor is valid for no other */
  seal(cursor: string, scope: string): string;
  /** Null if it wasn't issued for this scope. */
  open(sealedText: string, scope: string): string | null;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a key derived from SESSION_SECRET, so that all processes accept each other's cursors; base64url. */
export function sealedCursors(sessionSecret: string): Cursors {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'dayline cursors', 32));
  return {
    seal(cursor, scope) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(scope));
      return Buffer.concat([nonce, sealing.update(cursor, 'utf8'), sealing.final(), sealing.getAuthTag()]).toString(
        'base64url',
      );
    },
    open(sealedText, scope) {
      const bytes = Buffer.from(sealedText, 'base64url');
      // Accepts only the canonical text: base64url ignores some trailing bits.
      if (bytes.length < nonceBytes + tagBytes || bytes.toString('base64url') !== sealedText) return null;
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(scope))
        .setAuthTag(bytes.subarray(-tagBytes));
      const plainText = opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8');
      try {
        return plainText + opening.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
