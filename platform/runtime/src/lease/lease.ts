/**
 * Decides which of several processes does a job that only one should do at a time. It only saves work: a holder that
 * lost it without noticing must do no harm.
 */
export interface Lease {
  /** How often a holder renews it and a waiter retries, in ms. */
  readonly everyMs: number;
  /** Takes or renews it; true if this process holds it now. @throws Error if that is unknown */
  attempt(): Promise<boolean>;
  /** Releases it, so that a waiter need not wait until it expires. */
  release(): Promise<void>;
}
