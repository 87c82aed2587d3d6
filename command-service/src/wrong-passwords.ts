import type { Clock } from '@dayline/runtime/clock';
import type { Logger } from '@dayline/runtime/logging/logger';

export interface WrongPasswordsDeps {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  /** For metrics. */
  readonly onWrong?: (() => void) | undefined;
}

/** Accounts tried in a window, existing or not, at which it is logged. */
const manyAccounts = 30;
const window = 10 * 60_000;

/**
 * Notices one password tried on many accounts, each from another address, which no counter of an account or an address
 * reaches: once in a window, in this process.
 */
export function watchWrongPasswords({ clock, logger, onWrong }: WrongPasswordsDeps): (email: string) => void {
  const tried = new Set<string>();
  let endsAt = 0;
  return (email) => {
    onWrong?.();
    if (clock.now() >= endsAt) {
      tried.clear();
      endsAt = clock.now() + window;
    }
    if (tried.size >= manyAccounts) return;
    tried.add(email);
    if (tried.size < manyAccounts) return;
    logger.warn({ accounts: manyAccounts, withinMinutes: window / 60_000 }, 'wrong passwords for many accounts');
  };
}
