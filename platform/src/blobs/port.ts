/** The blobs are away; nothing is known to have been kept. */
export class BlobsUnavailable extends Error {
  override readonly name = 'BlobsUnavailable';
}

/** Bytes under names of our own making: never a name that somebody sent. @throws BlobsUnavailable */
export interface Blobs {
  /** Resolves after the bytes are durable. The same name again replaces them. @throws Error where the name is none of ours */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none of this name. @throws Error where the name is none of ours */
  get(name: string): Promise<Buffer | null>;
  /** From then on there is none of this name; there may have been none before. @throws Error where the name is none of ours */
  remove(name: string): Promise<void>;
}
