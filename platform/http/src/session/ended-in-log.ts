import { streams } from '@dayline/contracts/events/categories';
import { isKnownEvent } from '@dayline/contracts/events/table';
import type { EventLog, StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import type { Account } from '@dayline/vault/port';
import type { SignInAliases } from '../sign-ins/aliases.ts';

/** Maximum clock difference between machines, in ms. */
const clocksDiffer = 5_000;
/** Number of an account's last entries that are checked. */
const maxEntries = 200;
const endings: ReadonlySet<string> = new Set([
  ...['SignedOut', 'SessionsEnded', 'PasswordChanged', 'AccountDeactivated', 'SessionIdleTimeSet'],
  ...['SecondFactorAdded', 'SecondFactorRemoved', 'RecoveryCodesMade', 'SecondFactorReset', 'SecondFactorPolicySet'],
  ...['SingleSignOnUnbound', 'SingleSignOnPolicySet', 'PersonSignedOut'],
]);
/** An event of a newer build may end a session too. */
const isEnding = (entry: StoredEvent): boolean => endings.has(entry.type) || !isKnownEvent(entry);

/**
 * Checks the log for whether a session of the account may have been ended since an instant (ms since the epoch, UTC),
 * while the vault is unavailable: by its sign-outs, its own trail, or by an account that manages the client's people. If in doubt,
 * yes.
 * @throws EventLogUnavailable
 */
export const endedInLog =
  (log: Pick<EventLog, 'readStream'>, aliases: Pick<SignInAliases, 'remembered'>, clock: Clock) =>
  async ({ accountId, clientId }: Pick<Account, 'accountId' | 'clientId'>, since: number): Promise<boolean> => {
    const signIns = aliases.remembered({ accountId, clientId }, [since - clocksDiffer, clock.now() + clocksDiffer]);
    if (!signIns) return true;
    const ended = async (stream: string): Promise<boolean> => {
      const entries = await log.readStream(stream, { direction: 'backward', limit: maxEntries });
      const recent = entries.filter(({ metadata }) => Date.parse(metadata.recordedAt) >= since - clocksDiffer);
      return recent.length === maxEntries || recent.some(isEnding);
    };
    const found = await Promise.all([...signIns, streams.account(accountId), streams.people(clientId)].map(ended));
    return found.includes(true);
  };
