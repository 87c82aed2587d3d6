/** A person's key was destroyed: nothing can be sealed for them any more. */
export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed';
  readonly keyId: string;
  constructor(keyId: string) {
    super(`The key ${keyId} was destroyed.`);
    this.keyId = keyId;
  }
}

/** The personal keys, 32 bytes each. Whoever implements it keeps them in memory for a while. */
export interface KeyRing {
  /** Keys to seal with; those that never were are made. @throws KeyDestroyed */
  ensure(keyIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Keys to open with. One that never was is left out. */
  get(keyIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array | 'destroyed'>>;
}
