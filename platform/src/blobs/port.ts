/** Bytes under names of our own making: never a name that somebody sent. */
export interface Blobs {
  /** Resolves after the bytes are durable. The same name again replaces them. @throws Error where the name is none of ours */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none of this name. */
  get(name: string): Promise<Buffer | null>;
}
