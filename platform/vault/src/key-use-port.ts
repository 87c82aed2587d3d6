/** How an API key was used on one day. */
export interface KeyUseOfDay {
  readonly keyId: string;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  readonly calls: number;
  /** Those of the calls that were refused. */
  readonly refusals: number;
  /** ms since the epoch, UTC. */
  readonly lastAt: number;
}

/** How API keys are used, by day. */
export interface KeyUseStore {
  /** Adds to the counts of the days. Counts of days before `from` may go. */
  add(uses: readonly KeyUseOfDay[], from: string): Promise<void>;
  /** The counts of these keys from a day on, in no order. */
  since(keyIds: readonly string[], from: string): Promise<readonly KeyUseOfDay[]>;
}
