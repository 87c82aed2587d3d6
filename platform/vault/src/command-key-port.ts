/**
 * A command's key and the location of its events, written before they are appended; for logs that don't store keys with
 * appends.
 */
export interface StoredCommandKey {
  readonly id: string;
  readonly digest: string;
  readonly stream: string;
  /** The stream's revision before the append, -1 for none: the command's events follow it, if they exist. */
  readonly revision: number;
  /** When its command last tried to append, in ms since the epoch, UTC. */
  readonly at: number;
}

export interface CommandKeyStore {
  /** Stores a key, or updates `at` if the stored one has the same digest. Returns the key stored afterwards. */
  take(key: StoredCommandKey): Promise<StoredCommandKey>;
  /** Replaces a key if it is unchanged since it was read; returns whether it did. */
  replace(from: StoredCommandKey, key: StoredCommandKey): Promise<boolean>;
  find(id: string): Promise<StoredCommandKey | null>;
  /** Deletes a key with this digest. */
  release(id: string, digest: string): Promise<void>;
}

/** How long a key is kept after its last use, in ms. */
export const commandKeyLifetimeMs = 7 * 24 * 60 * 60_000;
