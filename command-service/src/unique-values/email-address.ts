import { streams } from '@dayline/contracts/events/categories';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { Vault } from '@dayline/vault/port';
import type { CommandHandler } from '../command-handler/command-handler.ts';
import type { UniqueValue } from './unique-values.ts';

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
      return state.email !== null && emailKey(state.email) === value ? 'holds' : 'holdsAnother';
    },
  };
}
