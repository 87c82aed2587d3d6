import type { Role } from '@dayline/contracts/endpoints/definition';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { derivedFrom } from '@dayline/platform/ids/derived';
import type { Passwords } from '@dayline/platform/session/passwords';
import type { Vault } from '@dayline/platform/vault/port';
import type { CommandContext } from '../kernel/command-context.ts';
import type { Kernels } from '../kernels.ts';
import type { DoctorCommands } from './doctors.ts';
import { addressScope, doctorOf } from './given.ts';

export interface NewAccount {
  readonly email: string;
  readonly role: Role;
  readonly name: string;
  /** The doctor that a `doctor` account is for; null for the others. */
  readonly pocId: string | null;
  readonly password: string;
}

export interface AccountDeps {
  readonly kernels: Kernels;
  readonly doctors: DoctorCommands;
  readonly vault: Pick<Vault, 'accounts' | 'reservations'>;
  readonly passwords: Passwords;
}

export type AccountCommands = ReturnType<typeof accountCommands>;

/** Accounts of admins and auditors are made from the command line; so are those of the demo's doctors. */
export function accountCommands({ kernels, doctors, vault, passwords }: AccountDeps) {
  return {
    /** Opens an account at the client of `by`; a doctor's address counts as verified with it. */
    async openAccount(account: NewAccount, by: CommandContext): Promise<{ accountId: string } | Refusal> {
      const { pocId, role, name } = account;
      if ((role === 'doctor') !== (pocId !== null)) return refuse('access.role');
      const doctor = pocId === null ? null : await doctorOf(kernels, pocId, by.clientId);
      if (doctor && isRefusal(doctor)) return doctor;
      const passwordHash = await passwords.hash(account.password);
      if (passwordHash === 'busy') return refuse('sign-in.busy');

      const accountId = derivedFrom(by.commandId, 'account');
      const email = account.email.trim().toLowerCase();
      const { clientId } = by;
      // One address, one person: a doctor has it reserved from being added on, long before an account is made.
      const reserved = await vault.reservations.reserve(addressScope, email, pocId ?? accountId, by.now);
      if (!reserved.isMine) return refuse('email.taken');
      const isAdded = await vault.accounts.add({
        accountId,
        email,
        role,
        name,
        clientId,
        pocId,
        passwordHash,
        sessionEpoch: 0,
      });
      if (!isAdded && (await vault.accounts.byEmail(email))?.accountId !== accountId) {
        if (!reserved.completed) await vault.reservations.release(addressScope, email);
        return refuse('email.taken');
      }
      await vault.reservations.complete(addressScope, email);
      if (pocId === null) return { accountId };

      // Both stand in the doctor's stream, so that each needs a command id of its own.
      const part = (purpose: string): CommandContext => ({ ...by, commandId: derivedFrom(by.commandId, purpose) });
      const verified = await doctors.verifyDoctorEmail({ pocId }, part('verify'));
      if (isRefusal(verified)) return verified;
      const activated = await doctors.activateDoctor({ pocId, accountId }, part('activate'));
      return isRefusal(activated) ? activated : { accountId };
    },

    /** A new password, and the end of every session of the account. */
    async resetPassword(reset: {
      readonly accountId: string;
      readonly password: string;
    }): Promise<{ accountId: string } | Refusal> {
      const passwordHash = await passwords.hash(reset.password);
      if (passwordHash === 'busy') return refuse('sign-in.busy');
      await vault.accounts.setPassword(reset.accountId, passwordHash);
      return { accountId: reset.accountId };
    },
  };
}
