import { streams } from '@dayline/contracts/events/categories';
import { isKnownEvent } from '@dayline/contracts/events/table';
import type { EventLog, StoredEvent } from '@dayline/event-log/port';

/** Maximum clock difference between machines, in ms. */
const clocksDiffer = 5_000;
/** Number of an account's last entries that are checked. */
const looksAt = 200;
const endings: ReadonlySet<string> = new Set(['SignedOut', 'PasswordChanged']);
/** An event of a newer build may end a session too. */
const isEnding = (entry: StoredEvent): boolean => endings.has(entry.type) || !isKnownEvent(entry);

/**
 * Asks the log whether an account may have ended a session since an instant (ms since the epoch, UTC), while the vault
 * is unavailable. If in doubt, yes. @throws EventLogUnavailable
 */
export const endedInLog =
  (log: Pick<EventLog, 'readStream'>) =>
  async (accountId: string, since: number): Promise<boolean> => {
    const entries = await log.readStream(streams.account(accountId), { direction: 'backward', limit: looksAt });
    const lately = entries.filter(({ metadata }) => Date.parse(metadata.recordedAt) >= since - clocksDiffer);
    return lately.length === looksAt || lately.some(isEnding);
  };
