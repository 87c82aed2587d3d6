/** A trail entry waiting for the log. */
export interface StoredTrailEntry {
  /** A ULID; entries are ordered by id. */
  readonly id: string;
  /** JSON. Encrypted at rest, though not in the log: it names accounts and their actions. */
  readonly payload: string;
}

/** Trail entries that the log could not take, from any process; one process at a time appends them. */
export interface TrailStore {
  /** Stores entries; replaces those with the same ids. */
  put(entries: readonly StoredTrailEntry[]): Promise<void>;
  /** The oldest entries, leased to `owner` for `leaseMs`; none while another owner has the lease. */
  claim(claim: TrailClaim): Promise<readonly StoredTrailEntry[]>;
  remove(ids: readonly string[]): Promise<void>;
  /** Ends this owner's lease. */
  release(owner: string): Promise<void>;
  /** Number of waiting entries. */
  count(): Promise<number>;
}

export interface TrailClaim {
  readonly owner: string;
  /** Duration by the store's clock. */
  readonly leaseMs: number;
  readonly limit: number;
}
