import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@dayline/contracts/endpoints/definition';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { emailKey } from '@dayline/contracts/fields/email-address';
import type { Passwords } from '@dayline/http/session/passwords';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { TokenCredential } from '@dayline/vault/onboarding-port';
import type { Account, Vault } from '@dayline/vault/port';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import { systemContext } from '../command-handler/system-context.ts';
import { type DoctorAggregate, type DoctorDeps, doctorCommands, doctorOf } from '../doctor/doctor-commands.ts';
import { addressScope, emailAddress, reserveAddress } from '../unique-values/email-address.ts';
import type { account } from './account.ts';

export interface NewAccount {
  readonly email: string;
  readonly role: Role;
  readonly name: string;
  /** The doctor of a `doctor` account; null for other roles. */
  readonly pocId: string | null;
  readonly password: string;
}

type AccountDeps = DoctorDeps & {
  readonly vault: Pick<Vault, 'tokens'>;
  readonly aggregates: AccountAggregate;
  readonly passwords: Passwords;
};

export interface AccountAggregate {
  readonly accounts: HandlerOf<typeof account>;
}

/** Stands in place of an address: the command line and the demo have none. */
const processNote = 'this process';

export type AccountCommands = ReturnType<typeof accountCommands>;

/** Accounts of admins and auditors are created from the command line, as are the demo doctors'. */
export function accountCommands({ aggregates, vault, passwords }: AccountDeps) {
  const doctors = doctorCommands({ aggregates, vault });
  return {
    /** Opens an account at the client of `by`; a doctor's address counts as verified. */
    async openAccount(account: NewAccount, by: CommandContext): Promise<{ accountId: string } | Refusal> {
      const { pocId, role, name } = account;
      if ((role === 'doctor') !== (pocId !== null)) return refuse('access.role');
      const doctor = pocId === null ? null : await doctorOf(aggregates, pocId, by.clientId);
      if (doctor && isRefusal(doctor)) return doctor;
      if (doctor?.kind === 'unit') return refuse('unit.without-account');
      const passwordHash = await passwords.hash(account.password, processNote);
      if (passwordHash === 'busy') return refuse('sign-in.busy');

      const accountId = derivedFrom(by.commandId, 'account');
      const email = emailKey(account.email);
      const { clientId } = by;
      // One address belongs to one person: a doctor's address is reserved when the doctor is added, before the account
      // exists.
      const owner = pocId ?? accountId;
      if (!(await reserveAddress({ aggregates, vault }, email, { accountId, owner }))) return refuse('email.taken');
      const added = await addAccount(
        { aggregates, vault },
        { accountId, email, role, name, clientId, pocId, passwordHash },
        by,
      );
      if (isRefusal(added)) return added;
      await vault.reservations.complete(addressScope, email, owner);
      if (pocId === null) return { accountId };

      // Both are in the doctor's stream, so each needs its own command id.
      const verified = await doctors.verifyDoctorEmail({ pocId }, partOf(by, 'verify'));
      if (isRefusal(verified)) return verified;
      const activated = await doctors.activateDoctor({ pocId, accountId }, partOf(by, 'activate'));
      return isRefusal(activated) ? activated : { accountId };
    },

    /**
     * The owner of an account used the link that was sent to the new address. The events come first, since they can be
     * repeated; then the link, which can be used only once.
     * @param notify adds the notice to the former address, which isn't lost if this process ends meanwhile
     */
    async changeEmail(
      { accountId, pocId }: Pick<Account, 'accountId' | 'pocId'>,
      {
        email,
        credential,
        notify,
      }: { readonly email: string; readonly credential: TokenCredential; notify(): Promise<void> },
      by: CommandContext,
    ): Promise<{ accountId: string } | Refusal> {
      const owner = pocId ?? accountId;
      if (!(await reserveAddress({ aggregates, vault }, email, { accountId, owner }))) return refuse('email.taken');
      const confirmed = pocId && (await doctors.confirmDoctorEmail({ pocId, email }, partOf(by, 'doctor')));
      const changed =
        confirmed && isRefusal(confirmed) ? confirmed : await changeAddress(aggregates, { accountId, email }, by);
      if (isRefusal(changed)) {
        const address = emailAddress(aggregates, vault, email);
        if ((await address.holderOf(owner)) !== 'holds') await vault.reservations.release(addressScope, email, owner);
        return changed;
      }
      await notify();
      // The follower of the events may have been first.
      const isSet = await vault.tokens.setEmail(credential, email);
      if (!isSet && (await vault.accounts.byId(accountId))?.email !== email) return refuse('token.invalid');
      await vault.reservations.complete(addressScope, email, owner);
      // The former address is free for others.
      await vault.reservations.releaseOthersOf(owner, addressScope, email);
      return { accountId };
    },

    /** Sets a password and ends every session of the account. */
    async resetPassword(reset: {
      readonly accountId: string;
      readonly password: string;
    }): Promise<{ accountId: string } | Refusal> {
      const passwordHash = await passwords.hash(reset.password, processNote);
      if (passwordHash === 'busy') return refuse('sign-in.busy');
      await vault.accounts.setPassword(reset.accountId, passwordHash);
      return { accountId: reset.accountId };
    },
  };
}

export const changeAddress = (
  { accounts }: AccountAggregate,
  { accountId, email }: { readonly accountId: string; readonly email: string },
  by: CommandContext,
) =>
  accounts.execute({
    stream: streams.account(accountId),
    command: { kind: 'changeEmail', email },
    context: undefined,
    by,
  });

/** What is done to the accounts of doctors before their sign-up, when a letter is written to one. */
export const accountsOfLetters = ({ clock, ...deps }: FollowDeps & { readonly clock: Clock }) => ({
  addAccount: (account: Omit<Account, 'passwordHash' | 'sessionEpoch'>) =>
    addAccount(deps, { ...account, passwordHash: null }, systemContext({ clock, clientId: account.clientId })),
  followAddress: ({ accountId, pocId, clientId }: Account, email: string) =>
    followAddress(deps, { accountId, pocId, email }, systemContext({ clock, clientId })),
});

interface FollowDeps {
  readonly aggregates: AccountAggregate & DoctorAggregate;
  readonly vault: Pick<Vault, 'accounts' | 'tokens'>;
}

/** The account gets the doctor's address, and every link sent to the former one is void. */
async function followAddress(
  { aggregates, vault }: FollowDeps,
  { accountId, pocId, email }: Pick<Account, 'accountId' | 'pocId'> & { readonly email: string },
  by: CommandContext,
): Promise<void> {
  const { state: doctor } = await aggregates.doctors.load(streams.doctor(pocId ?? ''), 0);
  // A later job brings it to a later address.
  if (!doctor?.email || emailKey(doctor.email) !== email) return;
  const changed = await changeAddress(aggregates, { accountId, email }, by);
  if (!isRefusal(changed)) await setAddress(vault, { accountId, email }, by.now);
}

/** By a token of its own, which is used at once: every other link of the account is void then. */
export async function setAddress(
  { tokens }: Pick<Vault, 'tokens'>,
  { accountId, email }: { readonly accountId: string; readonly email: string },
  now: number,
): Promise<void> {
  const credential = { purpose: 'email', token: randomBytes(32).toString('base64url'), now } as const;
  // A request of its own: the link that its owner may be using stays until the address is set.
  await tokens.issue({ ...credential, accountId, askedBy: randomUUID(), expiresAt: now + tokenLifetime });
  await tokens.setEmail(credential, email);
}
const tokenLifetime = 60_000;

/** The event comes first, since it can be repeated; then the account. No account exists without its event. */
export async function addAccount(
  { aggregates, vault }: { readonly aggregates: AccountAggregate; readonly vault: Pick<Vault, 'accounts'> },
  account: Omit<Account, 'sessionEpoch'>,
  by: CommandContext,
): Promise<{ accountId: string } | Refusal> {
  const { accountId, role, name, pocId, email } = account;
  const opened = await aggregates.accounts.execute({
    stream: streams.account(accountId),
    command: { kind: 'open', data: { role, name, pocId, email } },
    context: undefined,
    by,
  });
  if (isRefusal(opened)) return opened;
  await vault.accounts.add({ ...account, sessionEpoch: 0 });
  return { accountId };
}
