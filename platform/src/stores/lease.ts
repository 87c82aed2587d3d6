/**
 * Who of several does a work that one should do at a time. It only saves work: a holder that was overtaken without
 * knowing must do no harm.
 */
export interface Lease {
  /** How often a holder says that it is still there, and a waiter looks, in ms. */
  readonly everyMs: number;
  /** Takes it where it is free, keeps it where it is ours. Whether we have it now. @throws Error when that can't be told */
  attempt(): Promise<boolean>;
  /** Gives it up, so that a waiter need not wait for its end. */
  release(): Promise<void>;
}
