import { ExportChecker, type ExportCrypto, type ExportVerdict } from '@dayline/contracts/proof/export-check';
import { exportLines } from '@dayline/contracts/proof/export-lines';
import { type KeptHead, keptHeadSchema, type PublicKey } from '@dayline/contracts/proof/signed-head';

/** The browser has no cryptography here: an address without https, or a browser without Ed25519. */
export class CheckImpossible extends Error {
  override readonly name = 'CheckImpossible';
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
const encoder = new TextEncoder();

/** Uses the browser's own cryptography. @throws CheckImpossible */
async function cryptoOf(keys: readonly PublicKey[], subtle: SubtleCrypto | undefined): Promise<ExportCrypto> {
  if (!subtle) throw new CheckImpossible();
  const keysById = new Map<string, CryptoKey>();
  try {
    for (const { keyId, publicKey } of keys) {
      keysById.set(keyId, await subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify']));
    }
  } catch (cause) {
    throw new CheckImpossible('', { cause });
  }
  return {
    async sha256(text) {
      const digest = new Uint8Array(await subtle.digest('SHA-256', encoder.encode(text)));
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    async isSigned({ keyId, signature }, text) {
      const key = keysById.get(keyId);
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

async function* piecesOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

interface ExportComparison {
  readonly keys: readonly PublicKey[];
  /** Heads of the log that were kept elsewhere. */
  readonly storedHeads?: readonly KeptHead[];
  readonly subtle?: SubtleCrypto | undefined;
}

/** Checks an export in the browser: the file isn't sent anywhere. @throws CheckImpossible */
export async function checkExport(
  file: Blob,
  { keys, storedHeads = [], subtle = globalThis.crypto?.subtle }: ExportComparison,
): Promise<ExportVerdict> {
  const checker = new ExportChecker(await cryptoOf(keys, subtle), storedHeads);
  for await (const line of exportLines(piecesOf(file))) await checker.check(line);
  return checker.finish();
}

/** Heads among the chosen files, and the files without one: exports. */
export async function sortFiles(files: readonly File[]): Promise<{ heads: NamedHead[]; others: File[] }> {
  const [heads, others]: [NamedHead[], File[]] = [[], []];
  for (const file of files) {
    const head = file.size < maxHeadBytes ? headIn(await file.text()) : null;
    if (head) heads.push({ name: file.name, head });
    else others.push(file);
  }
  return { heads, others };
}

export interface NamedHead {
  readonly name: string;
  readonly head: KeptHead;
}

/** A head has about 350 bytes. */
const maxHeadBytes = 2_000;

function headIn(text: string): KeptHead | null {
  try {
    return keptHeadSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
