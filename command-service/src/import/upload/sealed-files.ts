import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { KeyDestroyed, type KeyRing } from '@dayline/runtime/key-ring';
import type { Blobs } from '@dayline/vault/blobs/port';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;
/** The length of the number before each piece. */
const lengthBytes = 4;

/** The uploaded file, the decisions on its rows, and its preview. */
const contents = ['file', 'decisions', 'preview'] as const;
type Content = (typeof contents)[number];

export interface SealedFilesDeps {
  readonly keys: KeyRing & { destroy(keyId: string): Promise<void> };
  readonly blobs: Blobs;
}

/** A file can't be opened for another client. */
export interface FileId {
  readonly clientId: string;
  readonly importId: string;
}

/** Files of imports, each encrypted with a key of its own: destroying the key destroys all copies. */
export class SealedFiles {
  readonly #keys: SealedFilesDeps['keys'];
  readonly #blobs: Blobs;

  constructor({ keys, blobs }: SealedFilesDeps) {
    this.#keys = keys;
    this.#blobs = blobs;
  }

  /** Stores a content in pieces. @throws KeyDestroyed */
  async put(id: FileId, content: Content, pieces: readonly Uint8Array[]): Promise<void> {
    const keyId = keyOf(id);
    const key = (await this.#keys.ensure([keyId])).get(keyId);
    if (!key) throw new KeyDestroyed(keyId);
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, key, iv).setAAD(associatedData(id, content));
    const chunks = [iv];
    for (const piece of pieces) {
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(piece.length);
      chunks.push(cipher.update(length), cipher.update(piece));
    }
    chunks.push(cipher.final(), cipher.getAuthTag());
    await this.#blobs.put(nameOf(id, content), Buffer.concat(chunks));
  }

  /** Null if there is none, if it was destroyed, or if it is another client's. */
  async get(id: FileId, content: Content): Promise<Buffer[] | null> {
    const keyId = keyOf(id);
    const [bytes, keys] = await Promise.all([this.#blobs.get(nameOf(id, content)), this.#keys.get([keyId])]);
    const key = keys.get(keyId);
    if (!bytes || !key || key === 'destroyed') return null;
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength });
    decipher.setAAD(associatedData(id, content)).setAuthTag(bytes.subarray(-tagLength));
    try {
      return piecesOf(Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]));
    } catch {
      return null;
    }
  }

  async isDestroyed(importId: string): Promise<boolean> {
    const keyId = keyOf({ importId });
    return (await this.#keys.get([keyId])).get(keyId) === 'destroyed';
  }

  /** The imports whose file was uploaded before an instant, and is not destroyed. */
  async uploadedBefore(instant: number): Promise<string[]> {
    const names = await this.#blobs.olderThan(instant, 'import_');
    return names.flatMap((name) => (/^import_([^_]+)_file$/.exec(name) ?? []).slice(1));
  }

  /** The key is destroyed first: without it the blobs can't be read. */
  async destroy(importId: string): Promise<void> {
    await this.#keys.destroy(keyOf({ importId }));
    for (const content of contents) await this.#blobs.remove(nameOf({ importId }, content));
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

const keyOf = ({ importId }: Pick<FileId, 'importId'>): string => `import-${importId}`;
const nameOf = ({ importId }: Pick<FileId, 'importId'>, content: Content): string => `import_${importId}_${content}`;
const associatedData = ({ clientId, importId }: FileId, content: Content): Buffer =>
  Buffer.from(JSON.stringify([clientId, importId, content]));
