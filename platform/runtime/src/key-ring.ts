/** The person's key was destroyed: nothing can be encrypted for them. */
export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed';
  readonly keyId: string;
  constructor(keyId: string) {
    super(`The key ${keyId} was destroyed.`);
    this.keyId = keyId;
  }
}

/** Personal keys, 32 bytes each. Implementations may cache them briefly. */
export interface KeyRing {
  /** Keys for encryption; missing ones are created. @throws KeyDestroyed */
  ensure(keyIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Keys for decryption. Keys that never existed are omitted. */
  get(keyIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array | 'destroyed'>>;
}

/** MASTER_KEY isn't the one that the vault was created with. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
  constructor() {
    super('MASTER_KEY is not the one that the vault was made with.');
  }
}
