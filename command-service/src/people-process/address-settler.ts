import { streamKey, streams } from '@dayline/contracts/events/categories';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { FollowerTask } from '@dayline/event-log/follower';
import type { StoredEvent } from '@dayline/event-log/port';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { Vault } from '@dayline/vault/port';
import { type AccountAggregate, changeAddress, setAddress } from '../account/account-commands.ts';
import { systemContext } from '../command-handler/system-context.ts';
import type { DoctorAggregate } from '../doctor/doctor-commands.ts';
import { addAddressNotice } from '../letters/jobs.ts';
import { addressScope, settleAddress } from '../unique-values/email-address.ts';
import { settleExternalId } from '../unique-values/external-id.ts';

interface Settling {
  readonly aggregates: AccountAggregate & DoctorAggregate;
  readonly vault: Pick<Vault, 'accounts' | 'reservations' | 'tokens' | 'outbox'>;
  readonly clock: Clock;
}

/** An account that nobody has signed up for gets its address with the letter that leads to the sign-up. */
async function settleAccount({ aggregates, vault, clock }: Settling, event: StoredEvent): Promise<void> {
  const accountId = streamKey(event.stream);
  const { state } = await aggregates.accounts.load(streams.account(accountId), 0);
  const account = await vault.accounts.byId(accountId);
  if (!state?.email || !account || account.passwordHash === null) return;
  const email = emailKey(state.email);
  if (account.email !== email) {
    const { correlationId } = event.metadata;
    const call = { now: clock.now(), requestId: correlationId, correlationId, cookie: undefined };
    await addAddressNotice(vault.outbox, call, { accountId, from: account.email, to: email });
    await setAddress(vault, { accountId, email }, clock.now());
    // Another account has the address: both keep what they have.
    if ((await vault.accounts.byId(accountId))?.email !== email) return;
  }
  if (account.pocId !== null) return settleAddress({ aggregates, vault }, account.pocId);
  await vault.reservations.complete(addressScope, email, accountId);
  await vault.reservations.releaseOthersOf(accountId, addressScope, email);
}

/** The account of a doctor who has signed up follows the doctor's address. */
async function settleDoctor(
  { aggregates, vault, clock }: Settling,
  { stream, id, metadata }: StoredEvent,
): Promise<void> {
  const { clientId, actor, correlationId } = metadata;
  const { state } = await aggregates.doctors.load(stream, 0);
  if (state?.accountId && state.email) {
    const { accountId, email } = state;
    const trace = { commandId: derivedFrom(id, 'address'), correlationId, causationId: id };
    await changeAddress(aggregates, { accountId, email }, { ...systemContext({ clock, clientId, actor }), ...trace });
  }
  await settleAddress({ aggregates, vault }, streamKey(stream));
}

/** Brings the vault to the address or external id that the log has, where the process died before its write. */
export async function settleAddresses(stores: Settling, event: StoredEvent): Promise<void> {
  const id = streamKey(event.stream);
  if (event.type === 'AccountEmailChanged') return settleAccount(stores, event);
  if (event.type === 'DoctorEmailChanged') return settleDoctor(stores, event);
  return settleExternalId(stores, { pocId: id, clientId: event.metadata.clientId });
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
