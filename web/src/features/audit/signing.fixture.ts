import { sealedText, sealText } from '@dayline/contracts/proof/export-format';

const { subtle } = crypto;
const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
export const sha256 = async (text: string): Promise<string> =>
  hex(await subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** A new key, and a function that signs with it. */
export async function createKey() {
  const pair = (await subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = base64(await subtle.exportKey('spki', pair.publicKey));
  const sign = async (text: string): Promise<string> =>
    base64(await subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text)));
  return { key: { keyId: 'test', algorithm: 'Ed25519' as const, publicKey }, sign };
}

/** A file of these lines, ending with their signed seal. */
export async function sealed(lines: readonly object[], sign: (text: string) => Promise<string>): Promise<string> {
  const texts = lines.map((line) => JSON.stringify(line));
  let seal = '';
  for (const text of texts) seal = await sha256(sealText(seal, text));
  const end = { entries: 1, leftOut: 0, seal, keyId: 'test', signature: await sign(sealedText(seal)) };
  return `${[...texts, JSON.stringify({ end })].join('\n')}\n`;
}
