import { streams } from '@dayline/contracts/ids';
import type { EventLog } from '../event-log/port.ts';

/** Clocks of two machines differ by less, in ms. */
const clocksDiffer = 5_000;
/** So many of an account's last entries are looked at. */
const looksAt = 200;
const endings: ReadonlySet<string> = new Set(['SignedOut', 'PasswordChanged']);

/**
 * Asks the log whether an account may have ended a session since an instant (ms since the epoch, UTC), for as long as the
 * vault can't be asked. What it can't rule out counts as ended. @throws EventLogUnavailable
 */
export const endedInLog =
  (log: Pick<EventLog, 'readStream'>) =>
  async (accountId: string, since: number): Promise<boolean> => {
    const entries = await log.readStream(streams.account(accountId), { direction: 'backward', limit: looksAt });
    const lately = entries.filter(({ metadata }) => Date.parse(metadata.recordedAt) >= since - clocksDiffer);
    return lately.length === looksAt || lately.some(({ type }) => endings.has(type));
  };
