import { ExportChecker, type ExportCrypto, type ExportVerdict } from '@dayline/contracts/export-check';
import type { PublicKey } from '@dayline/contracts/signed-head';

/** The browser has no cryptography here: an address without https, or a browser that doesn't know Ed25519. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck';
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
const encoder = new TextEncoder();

/** By the browser's own cryptography. @throws CannotCheck */
async function cryptoOf(keys: readonly PublicKey[], subtle: SubtleCrypto | undefined): Promise<ExportCrypto> {
  if (!subtle) throw new CannotCheck();
  const known = new Map<string, CryptoKey>();
  try {
    for (const { keyId, publicKey } of keys) {
      known.set(keyId, await subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify']));
    }
  } catch (cause) {
    throw new CannotCheck('', { cause });
  }
  return {
    async sha256(text) {
      const digest = new Uint8Array(await subtle.digest('SHA-256', encoder.encode(text)));
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    async isSigned({ keyId, signature }, text) {
      const key = known.get(keyId);
      if (!key) return false;
      try {
        return await subtle.verify('Ed25519', key, bytesOf(signature), encoder.encode(text));
      } catch {
        // Not base64.
        return false;
      }
    },
  };
}

async function* linesOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Checks an export in the browser: the file is sent nowhere. @throws CannotCheck */
export async function checkExport(
  file: Blob,
  keys: readonly PublicKey[],
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<ExportVerdict> {
  const checker = new ExportChecker(await cryptoOf(keys, subtle));
  for await (const line of linesOf(file)) await checker.check(line);
  return checker.finish();
}
