import type { FollowerTask } from '@dayline/event-log/follower';
import type { EventLog, StoredEvent } from '@dayline/event-log/port';
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
    const lastRename = await lastOf(log, event, ['AccountRenamed']);
    if (lastRename) await vault.accounts.setName(accountId, String(lastRename.data['name']));
    return;
  }
  // A later event settles it otherwise.
  if ((await lastOf(log, event, accessTypes))?.id !== event.id) return;
  if (event.type === 'AccountDeactivated' && isOpen) await vault.accounts.close(accountId);
  if (event.type === 'AccountReactivated' && !isOpen) await vault.accounts.reopen(accountId);
}

/** For every process that serves people, so that one of them settles what another left. */
export const peopleSettler = (stores: Parameters<typeof settlePerson>[0]): FollowerTask<'people'> => ({
  name: 'people',
  types: [...accessTypes, 'AccountRenamed'],
  // One after another, but one that throws is set aside.
  atOnce: 1,
  async handle(events) {
    for (const event of events) await settlePerson(stores, event);
  },
});
