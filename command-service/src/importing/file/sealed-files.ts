import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzipSync, gzip, type ZlibOptions } from 'node:zlib';
import { KeyDestroyed, type KeyRing } from '@dayline/runtime/key-ring';
import type { Blobs } from '@dayline/vault/blobs/port';

const gzipped = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);
/** A piece of a part, compressed by itself: reading one row of 50,000 unpacks its piece only. */
export const packed = (bytes: Uint8Array): Promise<Buffer> => gzipped(bytes, { level: constants.Z_BEST_SPEED });
export const unpacked = (piece: Uint8Array): Buffer => gunzipSync(piece);

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;
/** Of the length before each piece. */
const lengthBytes = 4;

/** The file as it was brought, what was answered to its questions, and what its rehearsal found. */
const parts = ['file', 'answers', 'found'] as const;
export type Part = (typeof parts)[number];

export interface SealedFilesParts {
  readonly keys: KeyRing & { destroy(keyId: string): Promise<void> };
  readonly blobs: Blobs;
}

/** Whose a file is: of another client it can't be opened. */
export interface FileOf {
  readonly clientId: string;
  readonly importId: string;
}

/** Files of imports, each encrypted with a key of its own, whose end is the file's end wherever copies lie. */
export class SealedFiles {
  readonly #keys: SealedFilesParts['keys'];
  readonly #blobs: Blobs;

  constructor({ keys, blobs }: SealedFilesParts) {
    this.#keys = keys;
    this.#blobs = blobs;
  }

  /** Keeps a part in pieces. @throws KeyDestroyed if the import is over */
  async put(of: FileOf, part: Part, pieces: readonly Uint8Array[]): Promise<void> {
    const keyId = keyOf(of);
    const key = (await this.#keys.ensure([keyId])).get(keyId);
    if (!key) throw new KeyDestroyed(keyId);
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, key, iv).setAAD(associatedData(of, part));
    const sealed = [iv];
    for (const piece of pieces) {
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(piece.length);
      sealed.push(cipher.update(length), cipher.update(piece));
    }
    sealed.push(cipher.final(), cipher.getAuthTag());
    await this.#blobs.put(nameOf(of, part), Buffer.concat(sealed));
  }

  /** The pieces; null if there are none: never were, are over, or are another client's. */
  async get(of: FileOf, part: Part): Promise<Buffer[] | null> {
    const keyId = keyOf(of);
    const [sealed, keys] = await Promise.all([this.#blobs.get(nameOf(of, part)), this.#keys.get([keyId])]);
    const key = keys.get(keyId);
    if (!sealed || !key || key === 'destroyed') return null;
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivLength), { authTagLength: tagLength });
    decipher.setAAD(associatedData(of, part)).setAuthTag(sealed.subarray(-tagLength));
    try {
      return piecesOf(Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]));
    } catch {
      return null;
    }
  }

  /** Whether a file was there and is over. */
  async isDestroyed(of: Pick<FileOf, 'importId'>): Promise<boolean> {
    const keyId = keyOf(of);
    return (await this.#keys.get([keyId])).get(keyId) === 'destroyed';
  }

  /** The imports whose file was brought before an instant, and is not over. */
  async broughtBefore(instant: number): Promise<string[]> {
    const names = await this.#blobs.olderThan(instant, 'import_');
    return names.flatMap((name) => (/^import_([^_]+)_file$/.exec(name) ?? []).slice(1));
  }

  /** The key first: without it what is left says nothing. */
  async destroy(of: Pick<FileOf, 'importId'>): Promise<void> {
    await this.#keys.destroy(keyOf(of));
    for (const part of parts) await this.#blobs.remove(nameOf(of, part));
  }
}

function piecesOf(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + lengthBytes + bytes.readUInt32BE(at);
    pieces.push(bytes.subarray(at + lengthBytes, end));
    at = end;
  }
  return pieces;
}

const keyOf = ({ importId }: Pick<FileOf, 'importId'>): string => `import-${importId}`;
const nameOf = ({ importId }: Pick<FileOf, 'importId'>, part: Part): string => `import_${importId}_${part}`;
const associatedData = ({ clientId, importId }: FileOf, part: Part): Buffer =>
  Buffer.from(JSON.stringify([clientId, importId, part]));
