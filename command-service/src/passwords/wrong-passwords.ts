import type { Clock } from '@dayline/runtime/clock';
import type { Logger } from '@dayline/runtime/logging/logger';

export interface WrongPasswordsDeps {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  /** A counter of the metrics. */
  readonly onWrong?: (() => void) | undefined;
}

/** The number of accounts, existing or not, tried in a window, from which on it is logged. */
const manyAccounts = 30;
const window = 10 * 60_000;

/**
 * Notices one password tried on many accounts, each from another address, which no counter of an account or an address
 * detects. Logged once per window and process.
 */
export function watchWrongPasswords({ clock, logger, onWrong }: WrongPasswordsDeps): (email: string) => void {
  const triedAccounts = new Set<string>();
  let endsAt = 0;
  return (email) => {
    onWrong?.();
    if (clock.now() >= endsAt) {
      triedAccounts.clear();
      endsAt = clock.now() + window;
    }
    if (triedAccounts.size >= manyAccounts) return;
    triedAccounts.add(email);
    if (triedAccounts.size < manyAccounts) return;
    logger.warn({ accounts: manyAccounts, withinMinutes: window / 60_000 }, 'wrong passwords for many accounts');
  };
}
