import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** The stream and field of an encrypted text. It is authenticated data: moved elsewhere, the text does not decrypt. */
export interface SealContext {
  readonly stream: string;
  readonly field: string;
  readonly keyId: string;
}

const associatedData = ({ stream, field, keyId }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([stream, field, keyId]));

/** `s1.<key id>.<iv>.<ciphertext and tag>`, the last two in base64url; AES-256-GCM with a random 96-bit iv. */
export function seal(text: string, key: Uint8Array, context: SealContext): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(associatedData(context));
  const sealedBytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `s1.${context.keyId}.${iv.toString('base64url')}.${sealedBytes.toString('base64url')}`;
}

/** The id of the key that decrypts a text. @throws Error if the text is not encrypted */
export function keyIdOf(sealedText: string): string {
  const [scheme, keyId, ...rest] = sealedText.split('.');
  if (scheme !== 's1' || !keyId || rest.length !== 2) throw new Error('A personal field is not sealed.');
  return keyId;
}

/** @throws Error if the key is wrong, or the text was altered or moved */
export function unseal(sealedText: string, key: Uint8Array, context: Omit<SealContext, 'keyId'>): string {
  const keyId = keyIdOf(sealedText);
  const [, , iv = '', body = ''] = sealedText.split('.');
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv(algorithm, key, Buffer.from(iv, 'base64url'), { authTagLength: tagLength });
  decipher.setAAD(associatedData({ ...context, keyId })).setAuthTag(bytes.subarray(-tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()]).toString('utf8');
}
