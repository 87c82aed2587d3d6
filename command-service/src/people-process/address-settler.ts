import { streamKey, streams } from '@dayline/contracts/events/categories';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import type { Vault } from '@dayline/vault/port';
import { type AccountAggregate, setAddress } from '../account/account-commands.ts';
import type { DoctorAggregate } from '../doctor/doctor-commands.ts';
import { addressScope, settleAddress } from '../unique-values/email-address.ts';
import { settleExternalId } from '../unique-values/external-id.ts';

interface Settling {
  readonly aggregates: AccountAggregate & DoctorAggregate;
  readonly vault: Pick<Vault, 'accounts' | 'reservations' | 'tokens'>;
  readonly clock: Clock;
}

/** An account that nobody has signed up for gets its address with the letter that leads to the sign-up. */
async function settleAccount({ aggregates, vault, clock }: Settling, accountId: string): Promise<void> {
  const { state } = await aggregates.accounts.load(streams.account(accountId), 0);
  const account = await vault.accounts.byId(accountId);
  if (!state?.email || !account || account.passwordHash === null) return;
  const email = emailKey(state.email);
  if (account.email !== email) await setAddress(vault, { accountId, email }, clock.now());
  if (account.pocId !== null) return settleAddress({ aggregates, vault }, account.pocId);
  await vault.reservations.complete(addressScope, email, accountId);
  await vault.reservations.releaseOthersOf(accountId, addressScope, email);
}

/** Brings the vault to the address or external id that the log has, where the process died before its write. */
export async function settleAddresses(stores: Settling, { type, stream, metadata }: StoredEvent): Promise<void> {
  const id = streamKey(stream);
  if (type === 'AccountEmailChanged') return settleAccount(stores, id);
  if (type === 'DoctorEmailChanged') return settleAddress(stores, id);
  return settleExternalId(stores, { pocId: id, clientId: metadata.clientId });
}

/** For every process that takes commands, so that one of them settles what another left. Can be repeated. */
export const addressSettler = (stores: Settling): FollowerTask<'addresses'> => ({
  name: 'addresses',
  types: ['AccountEmailChanged', 'DoctorEmailChanged', 'DoctorExternalIdSet'],
  // One after another, but one that throws is set aside.
  atOnce: 1,
  async handle(events) {
    for (const event of events) await settleAddresses(stores, event);
  },
});
