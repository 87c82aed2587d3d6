import { streams } from '@dayline/contracts/events/categories';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { Vault } from '@dayline/vault/port';
import type { CommandHandler } from '../command-handler/command-handler.ts';
import { reserve, settle, type UniqueValue } from './unique-values.ts';

/** Scope of reserved email addresses: a doctor's from being added on, others' with an account. */
export const addressScope = 'doctorEmail';

interface DoctorStates {
  readonly doctors: Pick<CommandHandler<{ readonly email: string | null } | null, never, never, never>, 'load'>;
}

/** An email address, reserved for the doctor's id, or the account id of an admin or auditor. */
export function emailAddress(
  { doctors }: DoctorStates,
  { accounts }: Pick<Vault, 'accounts'>,
  email: string,
): UniqueValue {
  const value = emailKey(email);
  return {
    scope: addressScope,
    value,
    async holderOf(id) {
      const account = await accounts.ownerOf(value);
      if (account) return account.accountId === id || account.pocId === id ? 'holds' : 'holdsAnother';
      const { state } = await doctors.load(streams.doctor(id), 0);
      if (!state) return 'notBegun';
      // The doctor's address may be about to change to this one.
      return state.email !== null && emailKey(state.email) === value ? 'holds' : 'mayHold';
    },
  };
}

interface AddressDeps {
  readonly aggregates: DoctorStates;
  readonly vault: Pick<Vault, 'accounts' | 'reservations'>;
}

/**
 * Reserves an address for an account, under the account's id or its doctor's; returns whether it succeeded, and no other
 * account has the address.
 */
export async function reserveAddress(
  { aggregates, vault }: AddressDeps,
  email: string,
  { accountId, owner = accountId }: { readonly accountId: string; readonly owner?: string },
): Promise<boolean> {
  const address = emailAddress(aggregates, vault, email);
  if (!(await reserve(vault.reservations, address, owner))) return false;
  const holder = await vault.accounts.ownerOf(email);
  if (!holder || holder.accountId === accountId) return true;
  await vault.reservations.release(address.scope, address.value, owner);
  return false;
}

/** Keeps the reservation of the doctor's present address, and frees earlier ones. */
export const settleAddress = ({ aggregates, vault }: AddressDeps, pocId: string): Promise<void> =>
  settle(vault.reservations, { id: pocId, scope: addressScope }, async () => {
    const { state } = await aggregates.doctors.load(streams.doctor(pocId), 0);
    return state?.email ? emailAddress(aggregates, vault, state.email) : null;
  });
