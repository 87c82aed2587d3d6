import {
  type Follower,
  type FollowerParts,
  follow,
  followable,
  type StoredLog,
  troubleLines,
} from '@dayline/event-log/follower';
import type { EventLog, StoredEvent } from '@dayline/event-log/port';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Vault } from '@dayline/vault/port';

type SettledVault = Pick<Vault, 'accounts' | 'secondFactors'>;

const accessTypes = ['AccountDeactivated', 'AccountReactivated'];

/** The last event about an account of these types; null if there is none. */
async function lastOf(
  log: Pick<EventLog, 'readStream'>,
  { stream, data }: StoredEvent,
  types: readonly string[],
): Promise<StoredEvent | null> {
  const events = await log.readStream(stream);
  return (
    events.findLast((event) => types.includes(event.type) && event.data['accountId'] === data['accountId']) ?? null
  );
}

/**
 * Brings the vault to what the log decided about an account, if the process that appended the event died before its
 * write. Repeated, it has no effect.
 */
export async function settlePerson(
  { log, vault }: { readonly log: Pick<EventLog, 'readStream'>; readonly vault: SettledVault },
  event: StoredEvent,
): Promise<void> {
  const accountId = String(event.data['accountId']);
  const isOpen = (await vault.accounts.byId(accountId)) !== null;
  if (event.type === 'AccountRenamed') {
    const renamed = await lastOf(log, event, ['AccountRenamed']);
    if (renamed) await vault.accounts.setName(accountId, String(renamed.data['name']));
    return;
  }
  // A later event settles it otherwise.
  if ((await lastOf(log, event, accessTypes))?.id !== event.id) return;
  if (event.type === 'AccountDeactivated' && isOpen) await vault.accounts.close(accountId);
  if (event.type === 'AccountReactivated' && !isOpen) await vault.accounts.reopen(accountId);
}

export interface FollowedPeople {
  readonly log: StoredLog;
  readonly vault: SettledVault & Pick<Vault, 'followers'>;
  readonly logger: Pick<Logger, 'error' | 'info'>;
}

/** Runs in every process that serves people, so that one of them settles what another left. */
export function followPeople({ log, vault, logger }: FollowedPeople): Follower {
  const name = 'people';
  const handle: FollowerParts<'people'>['handle'] = async (events) => {
    for (const event of events) await settlePerson({ log, vault }, event);
  };
  return follow({
    name,
    log: followable(log),
    types: [...accessTypes, 'AccountRenamed'],
    cursors: vault.followers,
    handle,
    onTrouble: troubleLines(logger, name),
  });
}
